// Reports are Markdown: headings, paragraphs, lists, tables, figures, code. Made of elements, never of HTML text.

import { element } from "../dom.js";

/** @typedef {(target: string) => string | null} Resolve the address of a figure, or null */

/** @param {string} text @param {Resolve} resolve @returns {HTMLElement} */
export function markdown(text, resolve) {
  const out = element("div", { className: "markdown" });
  const lines = text.replaceAll("\r", "").split("\n");
  for (let i = 0; i < lines.length;) i = block(lines, i, out, resolve);
  return out;
}

/** Appends the block that begins at line i; gives the line after it.
 * @param {string[]} lines @param {number} i @param {HTMLElement} out @param {Resolve} resolve */
function block(lines, i, out, resolve) {
  const line = lines[i];
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading) {
    const tag = /** @type {"h2"} */ (`h${Math.min(heading[1].length + 1, 6)}`);
    out.append(element(tag, {}, ...inline(heading[2], resolve)));
    return i + 1;
  }
  if (line.startsWith("```")) {
    const end = after(lines, i + 1, (l) => !l.startsWith("```"));
    out.append(element("pre", { textContent: lines.slice(i + 1, end).join("\n") }));
    return end + 1;
  }
  if (/^\s*\|/.test(line)) {
    const end = after(lines, i, (l) => /^\s*\|/.test(l));
    out.append(table(lines.slice(i, end), resolve));
    return end;
  }
  if (/^\s*[-*]\s/.test(line)) {
    const end = after(lines, i, (l) => /^\s*[-*]\s/.test(l));
    const items = lines
      .slice(i, end)
      .map((l) => element("li", {}, ...inline(l.replace(/^\s*[-*]\s+/, ""), resolve)));
    out.append(element("ul", {}, ...items));
    return end;
  }
  if (line.trim() === "") return i + 1;
  const end = after(lines, i, (l) => l.trim() !== "" && !/^(#|```|\s*\||\s*[-*]\s)/.test(l));
  out.append(element("p", {}, ...inline(lines.slice(i, end).join(" "), resolve)));
  return Math.max(end, i + 1);
}

/** The first line from i on that does not satisfy a condition.
 * @param {string[]} lines @param {number} i @param {(line: string) => boolean} holds */
function after(lines, i, holds) {
  let end = i;
  while (end < lines.length && holds(lines[end])) end += 1;
  return end;
}

/** @param {string[]} rows @param {Resolve} resolve */
function table(rows, resolve) {
  const cells = rows.map((row) =>
    row
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
  const [head, ...body] = cells.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
  const line = (/** @type {string[]} */ row, /** @type {"th" | "td"} */ tag) =>
    element("tr", {}, ...row.map((cell) => element(tag, {}, ...inline(cell, resolve))));
  return element(
    "div",
    { className: "scroll" },
    element(
      "table",
      { className: "table" },
      element("thead", {}, line(head, "th")),
      element("tbody", {}, ...body.map((row) => line(row, "td"))),
    ),
  );
}

/** @param {string} text @param {Resolve} resolve @returns {(Node | string)[]} */
function inline(text, resolve) {
  const out = /** @type {(Node | string)[]} */ ([]);
  const pattern = /!\[([^\]]*)\]\(([^)\s]+)\)|\[([^\]]*)\]\([^)\s]+\)|`([^`]+)`|\*\*([^*]+)\*\*/g;
  let last = 0;
  for (const found of text.matchAll(pattern)) {
    out.push(plain(text.slice(last, found.index)));
    last = found.index + found[0].length;
    const [, alt, target, link, code, bold] = found;
    if (target) {
      const url = resolve(target);
      out.push(url ? element("img", { src: url, alt, loading: "lazy" }) : `[${alt}]`);
    } else if (code) out.push(element("code", { textContent: code }));
    else if (bold) out.push(element("b", { textContent: plain(bold) }));
    else out.push(plain(link ?? ""));
  }
  out.push(plain(text.slice(last)));
  return out;
}

/** Text without the backslashes that protect characters. @param {string} text */
function plain(text) {
  return text.replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, "$1");
}
