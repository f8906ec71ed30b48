// Narrow screens: the panel is a sheet that can be put away, and what would cover the map is in the sheet.

import { NARROW, byId } from "../dom.js";

export function sheet() {
  const grip = byId("grip");
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const narrow = matchMedia(NARROW);
  const place = () => {
    const shown = main.dataset.panel !== "hidden";
    if (narrow.matches && shown) grip.after(byId("selection"));
    else byId("stage").append(byId("selection"));
    grip.setAttribute("aria-expanded", String(shown));
  };
  grip.onclick = () => {
    main.dataset.panel = main.dataset.panel === "hidden" ? "" : "hidden";
    place();
  };
  narrow.onchange = place;
  place();
}
