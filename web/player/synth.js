// Sounds of numbers, by jsfxr. As in PuzzleScript the last two digits say which kind of sound it is, and the
// whole number which of that kind; the same number sounds the same everywhere.

import jsfxr from "jsfxr";

export const RATE = 44100;

const VOLUME = 0.25, LONGEST = 3 * RATE; // samples

const kinds = ["pickupCoin", "laserShoot", "explosion", "powerUp", "hitHurt", "jump", "blipSelect", "hitHurt",
  "random", "synth"];

// Numbers by chance, but always the same ones (xorshift).
function chance(number) {
  let state = number % 4294967291 >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

// A push is short and dull: a hit without its upper half.
function dulled(params) {
  params.p_base_freq *= 0.4;
  params.p_env_decay *= 0.6;
  params.p_lpf_freq = 0.4;
}

/** The samples of a sound. */
export function wave(number) {
  const { random } = Math, kind = number % 100 % kinds.length;
  Math.random = chance(number); // jsfxr knows no other
  try {
    const params = new jsfxr.Params();
    params[kinds[kind]]();
    if (kind === 7) dulled(params);
    params.sound_vol = VOLUME;
    params.sample_rate = RATE;
    params.sample_size = 16;
    return Float32Array.from(new jsfxr.SoundEffect(params).getRawBuffer().normalized.slice(0, LONGEST));
  } finally {
    Math.random = random;
  }
}
