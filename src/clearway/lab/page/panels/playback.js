// Plays the search of the chosen planner.

import { byId, icon, shown, shownTime } from "../dom.js";

/** @typedef {import("../model/lab.js").Lab} Lab */

/** @param {Lab} lab @param {() => void} invalidate asks for a frame */
export function playbackPanel(lab, invalidate) {
  const { playback } = lab;
  const mode = /** @type {HTMLSelectElement} */ (byId("play-mode"));
  const time = /** @type {HTMLInputElement} */ (byId("play-time"));
  const speed = /** @type {HTMLSelectElement} */ (byId("play-speed"));
  const button = /** @type {HTMLButtonElement} */ (byId("play"));
  button.onclick = () => void playOrPause(lab);
  byId("play-stop").onclick = () => playback.stop();
  byId("step-back").onclick = () => move(-1);
  byId("step-on").onclick = () => move(1);
  time.oninput = () => {
    const step = time.valueAsNumber;
    playback.pause();
    playback.seek(step);
  };
  speed.onchange = () => (playback.speed = Number(speed.value));
  mode.onchange = () => playback.stop();
  const move = (/** @type {number} */ by) => {
    playback.pause();
    playback.seek(playback.step + by);
  };
  playback.changed = () => {
    const { recording, playing, step } = playback;
    byId("play-controls").hidden = !recording;
    byId("play-stop").hidden = !recording;
    byId("play-text").textContent = playing ? "Pause" : "Play";
    button.querySelector("svg")?.replaceWith(icon(playing ? "pause" : "play"));
    button.dataset.playing = String(playing);
    time.max = String(recording?.length ?? 1);
    time.value = String(step);
    if (recording) byId("play-step").textContent = describe(lab);
    invalidate();
  };
  lab.store.watch(["planner", "about"], ({ about, planner }) => {
    const info = about?.planners.find((p) => p.name === planner);
    const can = { expansions: info !== undefined, improve: info?.anytime, journey: info?.journeys };
    for (const option of mode.options)
      option.disabled = !can[/** @type {import("../model/playback.js").Mode} */ (option.value)];
    const first = [...mode.options].find((option) => !option.disabled);
    if (mode.selectedOptions[0]?.disabled && first) mode.value = first.value;
    button.disabled = mode.disabled = !first;
  });
  lab.store.watch(["start", "goal", "radius", "planner", "summary"], () => playback.stop());
}

/** @param {Lab} lab */
export async function playOrPause(lab) {
  const { playback } = lab;
  if (playback.playing) playback.pause();
  else if (playback.recording) playback.play();
  else {
    const mode = /** @type {HTMLSelectElement} */ (byId("play-mode")).value;
    await lab.attempt(playback.start(/** @type {import("../model/playback.js").Mode} */ (mode)));
  }
}

/** @param {Lab} lab */
function describe(lab) {
  const recording = lab.playback.recording;
  if (!recording) return "";
  const { step } = lab.playback;
  const of = `${step} of ${recording.length}`;
  if (recording.mode === "expansions")
    return recording.length > 0
      ? `Expansion ${of} (${recording.on})`
      : "Nothing was expanded: the straight line is free, or an end is blocked.";
  const answer = step > 0 ? recording.answers[step - 1] : null;
  if (recording.mode === "journey") return `Leg ${of}${answer ? `: length ${shown(answer.length, 5)}` : ""}`;
  return `Path ${of}${answer ? `: length ${shown(answer.length, 6)} after ${shownTime(answer.microseconds)}` : ""}`;
}
