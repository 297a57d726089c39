// What a person has chosen, kept in this browser.

import { byId } from "./dom.js";

const KEY = "parlour.settings";

/** @type {{ theme: string, sound: boolean, motion: boolean, confirm: boolean, pace: string, opponent: string }} */
export const settings = {
  theme: "auto",
  sound: false,
  motion: true,
  confirm: false,
  pace: "calm",
  opponent: "",
  ...read(KEY, {}),
};

/** @param {string} key @param {any} fallback */
export function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") ?? fallback;
  } catch {
    return fallback; // Nothing kept, or nothing may be kept here.
  }
}

/** @param {string} key @param {any} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can still play.
  }
}

export function saveSettings() {
  write(KEY, settings);
  applyTheme();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");

/** The theme that is shown: `light`, `dark` or `contrast`. */
export function theme() {
  if (settings.theme !== "auto") return settings.theme;
  return contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
  const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", paper.trim());
}

/** Whether pieces may move. */
export function moves() {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How much waiting times are shortened. */
export function haste() {
  return { calm: 1, quick: 0.35, "at once": 0 }[settings.pace] ?? 1;
}

export function openSettings() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("settings"));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement & HTMLSelectElement} */ (form.elements.namedItem(name));
  field("theme").value = settings.theme;
  field("pace").value = settings.pace;
  for (const name of /** @type {const} */ (["sound", "motion", "confirm"])) {
    field(name).checked = settings[name];
  }
  form.onchange = () => {
    settings.theme = field("theme").value;
    settings.pace = field("pace").value;
    for (const name of /** @type {const} */ (["sound", "motion", "confirm"])) {
      settings[name] = field(name).checked;
    }
    saveSettings();
  };
  dialog.showModal();
}

for (const query of [dark, contrast]) query.addEventListener("change", applyTheme);
