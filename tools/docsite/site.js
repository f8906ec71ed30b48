// The search shows excerpts of the pages it finds, which it fetches: a browser refuses that for files.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// Code in tables may break behind these signs, not within a word: columns fit on a phone.
document.addEventListener("DOMContentLoaded", () => {
  for (const code of document.querySelectorAll("article table code .pre")) {
    const parts = code.textContent.split(/(?<=\w[._(,=/:]+)(?=[^._(,=/:\d])/);
    code.replaceChildren(...parts.flatMap((part, i) => (i ? [document.createElement("wbr"), part] : [part])));
  }
});
