// The page where a record is read: what is wrong is underlined as you type.

import { button, make } from "./dom.js";
import { gameOf, table } from "./engine.js";
import { packed } from "./share.js";

/** @typedef {import("./engine.js").Json} Json */

/** The text that was read last, as long as the page is open. */
let last = "";

/** @param {import("./dom.js").Place} place */
export function showRecords(place) {
  document.title = "Records - Parlour";
  const paper = make("div", { class: "paper", "aria-hidden": "true" });
  const editor = make("textarea", {
    class: "paper", spellcheck: "false", rows: "16", "aria-label": "The record",
    placeholder: "Paste a record here, drop a file, or choose one.",
  });
  const findings = make("ol", { class: "findings", "aria-live": "polite" });
  const verdict = make("p", { class: "status" });
  const open = button("Study it", async () => {
    location.hash = `#/study/${await packed(editor.value)}`;
  }, { class: "main-action", disabled: true });
  const file = make("input", { type: "file", id: "record-file", class: "unseen" });
  file.onchange = () => read(file.files?.[0]);

  /** @param {File | undefined} chosen */
  async function read(chosen) {
    if (!chosen) return;
    editor.value = await chosen.text();
    await check();
  }

  async function check() {
    const text = (last = editor.value);
    if (!text.trim()) {
      paper.replaceChildren();
      findings.replaceChildren();
      verdict.textContent = "";
      open.disabled = true;
      return;
    }
    const found = await table.ask({ do: "check", text });
    if (text !== editor.value) return;
    const game = found.game ? await gameOf(found.game) : undefined;
    const errors = found.findings.filter((/** @type {Json} */ finding) => finding.severity === "error");
    const count = (/** @type {number} */ number, /** @type {string} */ word) => `${number} ${word}${number === 1 ? "" : "s"}`;
    verdict.textContent = found.valid
      ? `A valid record of ${game?.title}, ${count(found.steps, "step")}.`
      : `${game ? `${game.title}: ` : ""}${count(errors.length, "error")}, ${count(found.steps, "valid step")}.`;
    open.disabled = !found.game || (found.steps === 0 && !found.valid);
    underline(paper, text, found.findings);
    showFindings(findings, found.findings, editor);
  }

  editor.oninput = check;
  editor.onscroll = () => (paper.scrollTop = editor.scrollTop);
  const desk = make("div", { class: "desk" }, paper, editor);
  desk.addEventListener("dragover", (event) => event.preventDefault());
  desk.addEventListener("drop", (event) => {
    event.preventDefault();
    read(event.dataTransfer?.files[0]);
  });
  place.replaceChildren(
    make("section", { class: "records" },
      make("h1", {}, "Records"),
      make("p", { class: "lead" }, "Records are checked against the rules as you type."),
      make("div", { class: "actions" },
        make("label", { class: "button", for: "record-file" }, "Choose a file"), file, open),
      verdict, desk, findings));
  editor.value = last;
  check();
}

/**
 * Lists what is wrong; a click leads to the place.
 * @param {HTMLElement} list
 * @param {Json[]} findings
 * @param {HTMLTextAreaElement} editor
 */
export function showFindings(list, findings, editor) {
  const place = (/** @type {Json} */ { line, column, from, to }) =>
    button(`line ${line}, column ${column}`, () => {
      editor.focus();
      editor.setSelectionRange(from, Math.max(to, from + 1));
    });
  list.replaceChildren(...findings.map((finding) => {
    const { severity, code, message, label, also, help } = finding;
    return make("li", { class: severity, "data-code": code },
      place(finding), " ", make("b", {}, `${severity}[${code}]`), ": ", make("span", { class: "message" }, message),
      label ? make("small", { class: "label" }, label) : undefined,
      ...also.map((/** @type {Json} */ other) => make("small", { class: "also" }, place(other), ` ${other.text}`)),
      help ? make("small", { class: "help" }, make("span", {}, "help: "), help) : undefined);
  }));
}

/**
 * Writes the text once more behind the editor, with marks under what is wrong.
 * @param {HTMLElement} paper
 * @param {string} text
 * @param {Json[]} findings
 */
export function underline(paper, text, findings) {
  const marks = findings
    .map(({ from, to, severity }) => ({ from, to: Math.max(to, from + 1), severity }))
    .sort((a, b) => a.from - b.from);
  const parts = [];
  let at = 0;
  for (const { from, to, severity } of marks) {
    if (from < at) continue;
    parts.push(text.slice(at, from), make("mark", { class: severity }, text.slice(from, to) || " "));
    at = to;
  }
  parts.push(text.slice(at), "\n");
  paper.replaceChildren(...parts);
}
