// @ts-check
// A position file from the reader's own device: picked or dropped, read as text, and refused in words where it is none.

import { button, h, show } from "./dom.mjs";

// More than any position takes, in bytes.
const LARGEST = 262_144;

export class Files {
  /**
   * @param {HTMLElement} desk where a file may be dropped
   * @param {(name: string, text: string) => Promise<string[]>} open opens a text, and tells what is wrong with it
   */
  constructor(desk, open) {
    this.open = open;
    this.told = h("div", { role: "status" });
    this.input = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".yaml,.yml,.json,.txt", hidden: true }));
    this.input.addEventListener("change", () => {
      const [file] = this.input.files ?? [];
      // The same file, once it is mended, is to be picked again.
      if (file) this.read(file).finally(() => (this.input.value = ""));
    });
    const words = "A table that was kept as a file is opened here; it can be dropped on the desk, too.";
    this.place = h(
      "div",
      { class: "files" },
      h("p", {}, words),
      button("open-file", "Open a file", () => this.input.click()),
      this.input,
      this.told,
    );
    this.drops(desk);
  }

  /** @param {HTMLElement} desk */
  drops(desk) {
    const holds = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
    desk.addEventListener("dragover", (event) => holds(event) && event.preventDefault());
    desk.addEventListener("drop", (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 1) this.read(files[0]);
      else this.refuse("", ["That is more than one file, or none: drop one."]);
    });
  }

  /** @param {File} file */
  async read(file) {
    this.told.replaceChildren();
    if (file.size > LARGEST) {
      this.refuse(file.name, [`It has ${file.size} bytes, and a table takes no more than ${LARGEST}. Is it another file?`]);
      return;
    }
    let text = "";
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      this.refuse(file.name, ["It is no text in UTF-8, or cannot be read. Is it another file?"]);
      return;
    }
    const wrong = await this.open(file.name, text);
    if (wrong.length) this.refuse(file.name, wrong);
  }

  /** @param {string} name @param {string[]} wrong */
  refuse(name, wrong) {
    show(this.told, [
      h("p", {}, name ? `${name} cannot be opened. What stands on the desk stays as it was.` : "Nothing was opened."),
      h(
        "div",
        { class: "wrong" },
        wrong.map((one) => h("span", {}, one)),
      ),
    ]);
    this.place.scrollIntoView({ block: "nearest" });
  }
}
