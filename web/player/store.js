// What the browser keeps: solved levels, keys, settings. Where storage is blocked, it is kept until
// the page is closed.

const PREFIX = "tessera.";
const memory = new Map();

export function recall(name, fallback) {
  try {
    const text = memory.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function keep(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    // Blocked or full: the memory has it.
  }
}
