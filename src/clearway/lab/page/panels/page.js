// The rest of the page: history, zoom, help, messages, the state of the connection.

import { byId, element } from "../dom.js";
import { KEYS } from "../keys/list.js";
import { sheet } from "./sheet.js";

const SHOWN = 8000; // milliseconds that a message stays

/** @param {import("../model/lab.js").Lab} lab @param {import("../view/stage.js").Stage} stage */
export function pageControls(lab, stage) {
  for (const step of /** @type {const} */ (["undo", "redo"])) {
    const button = /** @type {HTMLButtonElement} */ (byId(step));
    button.onclick = () => void lab.attempt(lab.step(step));
    lab.store.watch(["summary"], ({ summary }) => (button.disabled = !summary?.[step]));
  }
  const zoom = (/** @type {number} */ factor) => () => {
    stage.camera.zoom(factor, [stage.camera.width / 2, stage.camera.height / 2]);
    stage.cameraMoved();
  };
  byId("zoom-in").onclick = zoom(1.5);
  byId("zoom-out").onclick = zoom(1 / 1.5);
  byId("zoom-fit").onclick = () => stage.fit();
  sheet();
  help();
  messages(lab);
}

function help() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help-dialog"));
  byId("help-body").append(
    element(
      "table",
      { className: "keys" },
      element(
        "tbody",
        {},
        ...KEYS.map(([keys, text]) =>
          element(
            "tr",
            {},
            element("td", {}, element("kbd", { textContent: keys })),
            element("td", { textContent: text }),
          ),
        ),
      ),
    ),
  );
  byId("help").onclick = () => dialog.showModal();
}

/** @param {import("../model/lab.js").Lab} lab */
function messages(lab) {
  const toast = byId("toast");
  let timer = 0;
  lab.store.watch(["message"], ({ message, failed }) => {
    clearTimeout(timer);
    toast.textContent = message;
    toast.hidden = message === "";
    toast.dataset.kind = failed ? "error" : "news";
    if (message) timer = setTimeout(() => lab.store.set({ message: "" }), SHOWN);
  });
  const retry = element("button", {
    type: "button",
    textContent: "Try now",
    "data-testid": "retry",
    onclick: () => lab.connection.retry(),
  });
  const words = {
    connecting: () => "Connecting …",
    open: () => "Connected",
    lost: () => "The lab does not answer. Trying again …",
    refused: () => refused(lab.connection.refusal),
  };
  lab.store.watch(["connection"], ({ connection }) => {
    const sign = byId("connection");
    sign.dataset.state = connection;
    const waits = connection === "lost" || connection === "refused";
    sign.replaceChildren(element("span", { textContent: words[connection]() }), ...(waits ? [retry] : []));
    byId("session").textContent = connection === "open" ? (lab.connection.session ?? "") : "";
  });
}

/** @param {{limit: number, message: string, error?: string} | null} refusal */
function refused(refusal) {
  if (refusal?.error !== "Busy") return refusal?.message ?? "The lab refuses this page.";
  return `The lab has ${refusal.limit} pages open, which is its limit. Close one; this page then opens by itself.`;
}
