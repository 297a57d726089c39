// Short sounds, made on the spot: there are no files.

import { settings } from "./settings.js";

/** @type {AudioContext | undefined} */
let audio;

/**
 * Each sound: notes of frequency, start, length and loudness.
 * @type {Record<string, { wave: OscillatorType, notes: [number, number, number, number][] }>}
 */
const SOUNDS = {
  pick: { wave: "sine", notes: [[660, 0, 0.05, 0.12]] },
  step: { wave: "triangle", notes: [[220, 0, 0.09, 0.3], [330, 0.03, 0.07, 0.15]] },
  dice: { wave: "square", notes: [[180, 0, 0.03, 0.1], [240, 0.06, 0.03, 0.1], [150, 0.13, 0.04, 0.12]] },
  wrong: { wave: "sawtooth", notes: [[140, 0, 0.12, 0.1]] },
  win: { wave: "triangle", notes: [[392, 0, 0.14, 0.2], [494, 0.12, 0.14, 0.2], [587, 0.24, 0.3, 0.22]] },
  lose: { wave: "triangle", notes: [[330, 0, 0.2, 0.18], [262, 0.18, 0.35, 0.18]] },
};

/** @param {keyof typeof SOUNDS & string} name */
export function play(name) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const { wave, notes } = SOUNDS[name];
  for (const [frequency, start, length, loudness] of notes) {
    const from = audio.currentTime + start;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = wave;
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(loudness, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
