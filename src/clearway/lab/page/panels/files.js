// Files and links: open, drop, save, share.

import { byId, element } from "../dom.js";
import { openFile } from "../model/uploading.js";

/** @typedef {import("../model/lab.js").Lab} Lab */

/** @param {Lab} lab */
export function filesPanel(lab) {
  const input = /** @type {HTMLInputElement} */ (byId("open-file"));
  input.onchange = async () => {
    await openFiles(lab, [...(input.files ?? [])]);
    input.value = "";
  };
  dropping(lab);
  byId("save-file").onclick = () => void lab.attempt(save(lab));
  byId("share").onclick = () => void lab.attempt(share(lab));
  lab.store.watch(["about", "worldsShown"], ({ about, summary }) => {
    if (!about || !summary) return;
    const select = /** @type {HTMLSelectElement} */ (byId("save-format"));
    const chosen = select.value;
    const formats = about.formats.filter((f) => f.writes && f.holds === summary.kind);
    select.replaceChildren(
      ...formats.map((f) => element("option", { value: f.name, textContent: f.name, title: f.summary })),
    );
    if (formats.some((f) => f.name === chosen)) select.value = chosen;
    input.accept = [...about.formats.flatMap((f) => f.suffixes), ".gz", ".zip"].join(",");
  });
}

/** Opens the first file that is a map; the others may be files that it names.
 * @param {Lab} lab @param {File[]} files */
export async function openFiles(lab, files) {
  if (files.length === 0) return;
  const names = lab.state.about?.formats ?? [];
  // A description (YAML, Tiled) names pictures and tilesets, not the other way round.
  const first =
    files.find((f) => /\.(ya?ml|tm[xj])$/i.test(f.name)) ?? files.find((f) => known(f, names)) ?? files[0];
  await lab.attempt(
    openFile(
      lab,
      first,
      files.filter((f) => f !== first),
    ),
  );
}

/** @param {File} file @param {import("../types.js").FormatInfo[]} formats */
function known(file, formats) {
  return formats.some((format) => format.suffixes.some((suffix) => file.name.toLowerCase().endsWith(suffix)));
}

/** @param {Lab} lab */
function dropping(lab) {
  const sign = byId("drop");
  const stop = (/** @type {DragEvent} */ event) => event.preventDefault();
  window.addEventListener("dragenter", (event) => {
    stop(event);
    sign.hidden = false;
  });
  window.addEventListener("dragover", stop);
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) sign.hidden = true;
  });
  window.addEventListener("drop", (event) => {
    stop(event);
    sign.hidden = true;
    void openFiles(lab, [...(event.dataTransfer?.files ?? [])]);
  });
}

/** Downloads the world in the chosen format. @param {Lab} lab */
export async function save(lab) {
  const format = /** @type {HTMLSelectElement} */ (byId("save-format")).value;
  const { name, type, data, lost } = await lab.ask("save", { format });
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  if (lost.length > 0)
    lab.tell(`Saved ${name}. The file does not hold ${listed(lost)}: the format ${format} cannot.`);
}

/** @param {string[]} parts */
function listed(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Puts the world into the address of the page, and the address onto the clipboard. @param {Lab} lab */
async function share(lab) {
  const { start, goal, radius } = lab.state;
  const { share: text, characters } = await lab.ask("share", { start, goal, radius });
  history.replaceState(null, "", `#w=${text}`);
  let place = "on the clipboard";
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    place = "in the address bar";
  }
  lab.tell(`The link is ${place} (${characters} characters). It opens where a lab runs at this address.`);
}

/** What the page's address asks to open, or null. */
export function askedByAddress() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const share = fragment.get("w");
  if (share) return { share };
  const builtin = fragment.get("world");
  return builtin ? { builtin } : null;
}
