// The page of the lab: makes its parts and connects them.

import { byId } from "./dom.js";
import { Keyboard } from "./keys/keyboard.js";
import { Lab } from "./model/lab.js";
import { keepRemembering, remembered } from "./model/remembering.js";
import { agentsPanel } from "./panels/agents.js";
import { areaName, areasPanel } from "./panels/areas.js";
import { boundsPanel } from "./panels/bounds.js";
import { comparePanel } from "./panels/compare.js";
import { askedByAddress, filesPanel } from "./panels/files.js";
import { keyPanel } from "./panels/key.js";
import { layersPanel } from "./panels/layers.js";
import { showCoordinates, showScale } from "./panels/legend.js";
import { pageControls } from "./panels/page.js";
import { pathPanel } from "./panels/path.js";
import { playbackPanel } from "./panels/playback.js";
import { reportsPanel } from "./panels/reports.js";
import { selectionPanel } from "./panels/selection.js";
import { toolbar } from "./panels/toolbar.js";
import { worldPanel } from "./panels/world.js";
import { followTheme } from "./theme.js";
import { agentTool } from "./tools/agent.js";
import { drawTools } from "./tools/draw.js";
import { paintTool } from "./tools/paint.js";
import { PointerInput } from "./tools/pointer.js";
import { selectTool } from "./tools/select.js";
import { drawCursor } from "./view/draw/selection.js";
import { Stage } from "./view/stage.js";

const lab = new Lab();
const canvas = /** @type {HTMLCanvasElement} */ (byId("canvas"));

let recolour = () => {};
const dark = followTheme(/** @type {HTMLButtonElement} */ (byId("theme")), () => recolour());
const stage = new Stage(lab, canvas);
const invalidate = () => stage.invalidate();

const agentSettings = agentsPanel(lab, invalidate);
/** @type {Record<string, import("./tools/tool.js").Tool>} */
const tools = {
  select: selectTool(lab),
  ...drawTools(lab, invalidate, areaName),
  paint: paintTool(lab, true, () => stage.redraw()),
  erase: paintTool(lab, false, () => stage.redraw()),
  agent: agentTool(lab, invalidate, agentSettings),
};

const pointer = new PointerInput(
  canvas,
  stage,
  () => tools[lab.state.tool],
  () => lab.store.set({ selection: null }),
);
const keyboard = new Keyboard(lab, stage, tools, pointer);

const showPointer = () =>
  showCoordinates(
    keyboard.cross.at ?? pointer.at,
    stage.camera,
    lab.state.summary?.kind === "grid" ? lab.grid : null,
  );
pointer.hovered = showPointer;
stage.moved = () => {
  showScale(stage.camera);
  showPointer();
};
stage.drawTool = (view) => {
  tools[lab.state.tool].draw?.(view);
  if (keyboard.cross.at) drawCursor(view, keyboard.cross.at);
};

toolbar(lab, tools);
pathPanel(lab);
const recolourChips = comparePanel(lab, dark);
playbackPanel(lab, invalidate);
layersPanel(lab);
const recolourKey = keyPanel(lab, stage, dark);
selectionPanel(lab);
areasPanel(lab);
boundsPanel(lab, stage);
worldPanel(lab);
filesPanel(lab);
reportsPanel(lab);
pageControls(lab, stage);
recolour = () => {
  stage.recolour();
  recolourChips();
  recolourKey();
};

const { beginning } = lab;
beginning.first = askedByAddress();
beginning.last = remembered();
lab.connection.open(beginning.last?.session ?? null);
void beginning.ready.then(() => {
  const { last } = beginning;
  if (last?.camera && last.address === location.hash) stage.look(last.camera);
  beginning.last = null;
  keepRemembering(lab, stage.camera);
});
window.addEventListener("hashchange", () => {
  const asked = askedByAddress();
  if (asked) void lab.attempt(lab.open(asked));
});

// For measurements and the console of the browser.
Object.assign(window, { clearwayLab: { lab, stage, tools, keyboard } });
