// What the browser keeps: solved levels, keys, settings. Where storage is blocked, it is kept until
// the page is closed.

const PREFIX = "tessera.";
const memory = new Map();

// What is kept under a name, if `fits(value)`.
export function recall(name, fallback, fits) {
  try {
    const value = JSON.parse(memory.get(name) ?? localStorage.getItem(PREFIX + name));
    return fits(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

// The entries of the record that is kept under a name; those that do not fit are left out.
export function recallEntries(name, fits) {
  const record = recall(name, {}, (value) => typeof value === "object" && value !== null);
  return Object.fromEntries(Object.entries(record).filter(([, value]) => fits(value)));
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
