// Starts the desk where it can run, and says why where it cannot. It is no module, since a page in a folder may load none.
(() => {
  const place = document.getElementById("desk");
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const why = place && place.querySelector(".why");
  if (!place || !why) return;
  if (location.protocol === "file:") {
    why.textContent =
      "This page was opened from a folder, where browsers let no page work anything out beside itself. " +
      "On any web server the desk rules on your own positions: in this folder, `python3 -m http.server` is one. " +
      "The questions below are answered here, too.";
    return;
  }
  why.textContent = "The desk is being fetched. Meanwhile the questions below are answered already.";
  const home = new URL("./", script.src);
  import(new URL("app.mjs", home).href)
    .then((app) => app.begin(place, home))
    .catch((error) => {
      why.textContent = `The desk could not be started: ${error.message}. The questions below are answered without it.`;
    });
})();
