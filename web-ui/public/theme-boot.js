// Sets theme and text before the first paint. A file of its own, since the page's policy refuses inline scripts.
// The names and defaults are those of src/prefs.ts.
(() => {
  let prefs = {};
  try {
    prefs = JSON.parse(localStorage.getItem("dissoi.prefs") || "{}") || {};
  } catch {
    // Storage is closed to this page, or holds what somebody else wrote: the defaults do.
  }
  const root = document.documentElement;
  const theme = prefs.theme || "system";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const more = matchMedia("(prefers-contrast: more)").matches;
  root.dataset.theme = theme === "system" ? (more ? "contrast" : dark ? "dark" : "light") : theme;
  root.dataset.text = prefs.text || "medium";
  root.dataset.width = prefs.width || "medium";
  root.dataset.motion = prefs.motion || "system";
})();
