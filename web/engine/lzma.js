// Decodes a file .lzma (the format that `xz --format=lzma` writes). It takes a fifth less room than deflate,
// which is what servers and browsers have in common, so a page carries the engine so.
//
// The format: a byte of parameters, four of the dictionary's size, eight of the text's length (here always
// unknown, so that an end marker follows), then one stream of a binary range coder.

const HEADER = 13;
const STATES = 12, POSITIONS = 16; // of the state machine; of the lowest bits of a place
const LENGTH_CODER = 2 + 2 * POSITIONS * 8 + 256; // two choices, short and middle lengths, long ones

const probabilities = (count) => new Uint16Array(count).fill(1024); // of 2048

const RANGE = 0, CODE = 1;

// Reads bits, each with what is known of bits like it. Range and code need 32 bits: numbers of that size are
// fast in an array of their kind alone.
class RangeDecoder {
  #bytes;
  #at;
  #state = new Uint32Array(2);

  constructor(bytes, at) {
    this.#bytes = bytes;
    this.#at = at + 1; // the first byte is 0
    this.#state[RANGE] = 0xffffffff;
    for (let i = 0; i < 4; i++) this.#state[CODE] = this.#state[CODE] << 8 | this.#next();
  }

  #next() {
    if (this.#at >= this.#bytes.length) throw new Error("the data is cut off");
    return this.#bytes[this.#at++];
  }

  #shift(state) {
    state[RANGE] <<= 8;
    state[CODE] = state[CODE] << 8 | this.#next();
  }

  bit(known, index) {
    const state = this.#state, before = known[index], bound = (state[RANGE] >>> 11) * before;
    let bit = 0;
    if (state[CODE] < bound) {
      state[RANGE] = bound;
      known[index] = before + (2048 - before >>> 5);
    } else {
      state[RANGE] -= bound;
      state[CODE] -= bound;
      known[index] = before - (before >>> 5);
      bit = 1;
    }
    if (state[RANGE] < 0x1000000) this.#shift(state);
    return bit;
  }

  // Bits that are as likely 0 as 1.
  direct(count) {
    const state = this.#state;
    let value = 0;
    for (; count > 0; count--) {
      state[RANGE] >>>= 1;
      const bit = state[CODE] >= state[RANGE] ? 1 : 0;
      if (bit) state[CODE] -= state[RANGE];
      if (state[RANGE] < 0x1000000) this.#shift(state);
      value = value * 2 + bit;
    }
    return value;
  }

  // A number of so many bits, the highest first; each bit is known by those before it.
  tree(known, from, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node << 1 | this.bit(known, from + node);
    return node - (1 << bits);
  }

  // The same, the lowest first.
  reversed(known, from, bits) {
    let node = 1, value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(known, from + node);
      node = node << 1 | bit;
      value |= bit << i;
    }
    return value;
  }
}

// What is written: it grows as it must.
class Written {
  bytes = new Uint8Array(1 << 20);
  length = 0;

  byte(back) {
    return back <= this.length ? this.bytes[this.length - back] : 0;
  }

  put(byte) {
    if (this.length === this.bytes.length) {
      const grown = new Uint8Array(2 * this.length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.length++] = byte;
  }

  copy(back, count) {
    if (back > this.length) throw new Error("the data is damaged");
    for (; count > 0; count--) this.put(this.bytes[this.length - back]);
  }
}

class Decoder {
  constructor(bytes) {
    const parameters = bytes[0];
    this.literalContext = parameters % 9;
    this.literalPlace = (1 << Math.floor(parameters / 9) % 5) - 1;
    this.place = (1 << Math.floor(parameters / 45)) - 1;
    this.coder = new RangeDecoder(bytes, HEADER);
    this.out = new Written();
    this.literals = probabilities(0x300 << this.literalContext + Math.floor(parameters / 9) % 5);
    this.isMatch = probabilities(STATES * POSITIONS);
    this.isShort = probabilities(STATES * POSITIONS);
    this.isRepeated = probabilities(STATES * 4); // again; not the last; not the one before; not that before
    this.slots = probabilities(4 * 64);
    this.distances = probabilities(115);
    this.aligned = probabilities(16);
    this.lengths = probabilities(LENGTH_CODER);
    this.repeatedLengths = probabilities(LENGTH_CODER);
  }

  #literal(state, last) {
    const { coder, out } = this, { length } = out;
    const context = (length & this.literalPlace) << this.literalContext | out.byte(1) >> 8 - this.literalContext;
    const from = 0x300 * context;
    let node = 1;
    if (state >= 7) { // after a match: as long as it is what stands at the last distance, it is known by that
      let like = out.byte(last);
      while (node < 0x100) {
        const expected = like >> 7 & 1, bit = coder.bit(this.literals, from + (1 + expected << 8) + node);
        like <<= 1;
        node = node << 1 | bit;
        if (expected !== bit) break;
      }
    }
    while (node < 0x100) node = node << 1 | coder.bit(this.literals, from + node);
    out.put(node & 255);
  }

  #length(known, place) {
    const { coder } = this, middle = 2 + POSITIONS * 8;
    if (!coder.bit(known, 0)) return 2 + coder.tree(known, 2 + place * 8, 3);
    if (!coder.bit(known, 1)) return 10 + coder.tree(known, middle + place * 8, 3);
    return 18 + coder.tree(known, middle + POSITIONS * 8, 8);
  }

  // How far back a match lies; 2 ** 32 at the end.
  #distance(length) {
    const { coder } = this, slot = coder.tree(this.slots, 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot + 1;
    const bits = (slot >> 1) - 1, high = (2 | slot & 1) * 2 ** bits;
    if (slot < 14) return high + coder.reversed(this.distances, high - slot, bits) + 1;
    return high + coder.direct(bits - 4) * 16 + coder.reversed(this.aligned, 0, 4) + 1;
  }

  // Which of the last four distances is meant: it becomes the first one. 0: one byte at the first.
  #again(state, place, last) {
    const { coder, isRepeated } = this;
    if (!coder.bit(isRepeated, STATES + state)) return coder.bit(this.isShort, state * POSITIONS + place);
    let which = 1;
    while (which < 3 && coder.bit(isRepeated, (1 + which) * STATES + state)) which++;
    last.unshift(...last.splice(which, 1));
    return 1;
  }

  decode() {
    const { coder, out } = this, last = [1, 1, 1, 1];
    for (let state = 0; ;) {
      const place = out.length & this.place, isLiteral = state < 7;
      if (!coder.bit(this.isMatch, state * POSITIONS + place)) {
        this.#literal(state, last[0]);
        state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      } else if (coder.bit(this.isRepeated, state)) {
        const long = this.#again(state, place, last);
        out.copy(last[0], long ? this.#length(this.repeatedLengths, place) : 1);
        state = (long ? 8 : 9) + (isLiteral ? 0 : long ? 3 : 2);
      } else {
        const length = this.#length(this.lengths, place), distance = this.#distance(length);
        if (distance === 2 ** 32) return out.bytes.subarray(0, out.length);
        last.unshift(distance);
        last.length = 4;
        out.copy(distance, length);
        state = isLiteral ? 7 : 10;
      }
    }
  }
}

/** The bytes that a file .lzma holds. */
export const decodeLzma = (bytes) => new Decoder(bytes).decode();
