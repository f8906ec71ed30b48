// Reports of experiments: those of the server (`clearway lab --reports DIR`), or a folder of the user,
// which is read by the page and not sent anywhere.

import { byId, element } from "../dom.js";
import { markdown } from "./markdown.js";

/** @typedef {{name: string, title: string, figures: {name: string, type: string, url: string}[], text: string}} Report */

/** @param {import("../model/lab.js").Lab} lab */
export function reportsPanel(lab) {
  const list = element("div", { className: "stack", "data-testid": "reports-list" });
  const input = element("input", {
    type: "file",
    multiple: true,
    className: "hidden-input",
    "aria-label": "Open a report folder",
    "data-testid": "open-reports",
  });
  input.setAttribute("webkitdirectory", "");
  input.onchange = async () =>
    list.replaceChildren(...(await readFolder([...(input.files ?? [])])).map(show));
  const open = element("label", { className: "button" }, "Open a report folder", input);
  const hint = element("p", {
    className: "note",
    textContent: "A folder that “clearway experiment report” has written. It is read in the browser only.",
  });
  byId("reports").append(element("div", { className: "stack" }, hint, open, list));
  lab.store.watch(["about"], async ({ about }) => {
    if (!about?.reports) return;
    const answer = await lab.attempt(lab.ask("reports"));
    if (answer) list.replaceChildren(...answer.reports.map(show));
  });
}

/** One report per folder that holds Markdown or figures. @param {File[]} files @returns {Promise<Report[]>} */
async function readFolder(files) {
  /** @type {Map<string, Report>} */
  const reports = new Map();
  const sorted = files.sort((a, b) => a.webkitRelativePath.localeCompare(b.webkitRelativePath));
  for (const file of sorted) {
    const folder = file.webkitRelativePath
      .split("/")
      .slice(0, -1)
      .join("/")
      .replace(/\/figures$/, "");
    const figure = /\.(svg|png|jpe?g|webp)$/i.test(file.name);
    if (!figure && !/\.md$/i.test(file.name)) continue;
    const report = reports.get(folder) ?? { name: folder, title: folder, figures: [], text: "" };
    reports.set(folder, report);
    if (figure) report.figures.push({ name: file.name, type: file.type, url: URL.createObjectURL(file) });
    else {
      report.text += await file.text();
      report.title = /^#\s+(.*)$/m.exec(report.text)?.[1] ?? folder;
    }
  }
  return [...reports.values()];
}

/** A button that shows a report. @param {Report} report */
function show(report) {
  const open = () => {
    const shown = new Set();
    const resolve = (/** @type {string} */ target) => {
      const name = decodeURIComponent(target.split("/").pop() ?? "");
      const figure = report.figures.find((one) => one.name === name);
      shown.add(figure);
      return figure?.url ?? null;
    };
    const body = markdown(report.text, resolve);
    for (const figure of report.figures)
      if (!shown.has(figure))
        body.append(element("img", { src: figure.url, alt: figure.name, loading: "lazy" }));
    byId("report-title").textContent = report.title;
    byId("report-body").replaceChildren(body);
    /** @type {HTMLDialogElement} */ (byId("report-dialog")).showModal();
  };
  return element("button", {
    type: "button",
    textContent: report.title,
    "data-testid": "report",
    onclick: open,
  });
}
