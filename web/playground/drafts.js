// Drafts in localStorage, one key for each. Storage may be blocked or full; what cannot be kept is
// told once, and all goes on without it.

import { clean, small } from "./project.js";

const PREFIX = "tessera.draft.";
const LAST = "tessera.last";
const LATEST = 8.64e15; // the last time that a Date can have
const SETTINGS = "tessera.settings";

function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function read(key) {
  try {
    return JSON.parse(storage()?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

// Whether the value is kept now.
function write(key, value) {
  try {
    const place = storage();
    if (!place) return false;
    place.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(key) {
  try {
    storage()?.removeItem(key);
  } catch {
    // What cannot be reached is not there.
  }
}

function keys() {
  try {
    return Object.keys(storage() ?? {}).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function newId() {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

// A draft, if it is one that can be opened.
function stored(id) {
  const { time, project } = Object(read(PREFIX + id));
  try {
    return Math.abs(time) <= LATEST ? { id, time, project: clean(project) } : null;
  } catch {
    return null;
  }
}

export const drafts = {
  /** `{ id, name, time }`, the latest first. */
  list() {
    return keys().map((key) => stored(key.slice(PREFIX.length))).filter((draft) => draft)
      .map(({ id, time, project }) => ({ id, time, name: project.name }))
      .sort((a, b) => b.time - a.time);
  },

  /** The draft `{ id, time, project }`, or null if there is none that can be read. */
  open: stored,

  /**
   * Keeps a project. `draft` is `{ id, time }` of what it was opened from, or null. If another tab
   * has changed that draft since, this one becomes a draft of its own. Returns the draft, or null if
   * it could not be kept. Throws an Error in words for people if it could not be opened again.
   */
  save(project, draft) {
    const kept = clean(small(project));
    const before = draft && stored(draft.id);
    const id = draft && (!before || before.time === draft.time) ? draft.id : newId();
    const time = Math.max(Date.now(), (before?.time ?? 0) + 1);
    if (!write(PREFIX + id, { time, project: small(kept) })) return null;
    write(LAST, id);
    return { id, time };
  },

  delete(id) {
    remove(PREFIX + id);
    if (read(LAST) === id) remove(LAST);
  },

  /** The draft that was worked on last, or null. */
  last() {
    const id = read(LAST);
    return typeof id === "string" ? drafts.open(id) : null;
  },
};

export const settings = {
  read() {
    const value = read(SETTINGS);
    return value && typeof value === "object" && !Array.isArray(value) ? value : {};
  },

  write(value) {
    return write(SETTINGS, value);
  },
};
