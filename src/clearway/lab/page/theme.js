// Light or dark: as the system says, until the user chooses; the choice is kept in this browser.

const KEY = "clearway-theme";

/** @param {HTMLButtonElement} button @param {() => void} changed @returns {() => boolean} whether it is dark */
export function followTheme(button, changed) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => {
    const chosen = localStorage.getItem(KEY);
    return chosen ? chosen === "dark" : system.matches;
  };
  const apply = () => {
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    button.setAttribute("aria-pressed", String(isDark()));
    changed();
  };
  button.onclick = () => {
    localStorage.setItem(KEY, isDark() ? "light" : "dark");
    apply();
  };
  system.addEventListener("change", apply);
  apply();
  return isDark;
}
