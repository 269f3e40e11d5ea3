// What the documents' pages have beyond their text: buttons that copy code, and a menu that closes. All
// is read and followed without it.

// The commands of a block of the command line without their prompts and answers; other code as it is.
function textOf(pre) {
  const text = pre.textContent.replace(/\n$/, "");
  const commands = text.match(/^\$ .*(?:\\\n.*)*/gm);
  return commands ? commands.map((line) => line.slice(2).replace(/ +# .*$/, "")).join("\n") : text;
}

async function copy(button, pre) {
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(textOf(pre));
  } catch {
    getSelection().selectAllChildren(pre); // where a page may not write to the clipboard
    done = "Selected";
  }
  button.textContent = done;
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

for (const pre of document.querySelectorAll(".code > pre")) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", () => copy(button, pre));
  button.setAttribute("aria-live", "polite");
  pre.after(button);
}

const menu = document.querySelector("details.menu");
document.addEventListener("pointerdown", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
