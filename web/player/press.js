// Buttons that act when they are pressed, not when they are let go, and again while they are held. A finger
// or a mouse that slides from one direction to another goes on with that one. Keys and screen
// readers click, as on any button.

const FIRST = 350, NEXT = 110; // milliseconds until it is done again, and between the times after that

export class Presses {
  #button = null; // that is held
  #timer = null;
  #pressed = false; // the click that follows a press does nothing

  // `acts` has for each button of the element a function act(repeated); other buttons are left alone.
  constructor(element, acts) {
    this.acts = acts;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(name, () => this.#hold(null));
    }
    element.addEventListener("contextmenu", (event) => {
      if (this.#of(event.target)) event.preventDefault();
    });
    element.addEventListener("click", (event) => this.#click(event));
  }

  #of(target) {
    const button = target?.closest?.("button");
    return button && this.acts.has(button) && !button.disabled ? button : null;
  }

  #down(event) {
    const button = this.#of(event.target);
    this.#pressed = false;
    if (!button || !event.isPrimary || event.button !== 0) return;
    this.#pressed = true;
    this.#hold(button);
    this.acts.get(button)(false);
  }

  #move(event) {
    if (!this.#button?.dataset.at) return;
    if (event.buttons === 0) return this.#hold(null);
    const button = this.#of(document.elementFromPoint(event.clientX, event.clientY));
    if (!button?.dataset.at || button === this.#button) return;
    this.#hold(button);
    this.acts.get(button)(false);
  }

  // Does it again and again, until another button is held, or none.
  #hold(button) {
    clearTimeout(this.#timer);
    this.#button = button;
    if (button) this.#wait(FIRST);
  }

  #wait(time) {
    this.#timer = setTimeout(() => {
      const button = this.#button;
      if (!button || button.disabled || !button.checkVisibility()) return this.#hold(null);
      this.#wait(NEXT);
      this.acts.get(button)(true);
    }, time);
  }

  #click(event) {
    const button = this.#of(event.target), pressed = this.#pressed && event.detail > 0;
    this.#pressed = false;
    if (button && !pressed) this.acts.get(button)(false);
  }
}
