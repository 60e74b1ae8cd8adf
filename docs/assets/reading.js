/* How much of a clause is shown, remembered from page to page; and what a keyboard needs besides the theme's own. */
(function () {
  "use strict";
  const KEY = "meldspec.show", ROOT = document.documentElement;
  const SHOWN = { words: "words only", lines: "with lines", all: "all" };

  /** What was chosen last; nothing where the browser keeps nothing. */
  function kept() {
    try { return localStorage.getItem(KEY); } catch { return null; }
  }

  function show(chosen) {
    ROOT.dataset.show = chosen;
    for (const input of document.querySelectorAll(".how-much input")) input.checked = input.value === chosen;
  }

  /** As much as an address that leads into a page needs: who follows it to a line or a case is shown that. */
  function needed() {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place || !place.closest(".md-content")) return;
    if (place.offsetParent === null) {
      show(place.closest(".lines") ? "lines" : "all");
      if (place.offsetParent === null) show("all");
      place.closest("details")?.setAttribute("open", "");
    }
    // The browser went there before it was known how much stands above it.
    place.scrollIntoView();
  }

  function choice() {
    const first = document.querySelector("h2.clause");
    if (!first) return;
    const field = document.createElement("fieldset");
    field.className = "how-much";
    field.innerHTML = "<legend>Show</legend>" + Object.entries(SHOWN).map(([value, said]) =>
      `<label><input type="radio" name="how-much" value="${value}"> ${said}</label>`).join("");
    field.addEventListener("change", (event) => {
      show(event.target.value);
      try { localStorage.setItem(KEY, event.target.value); } catch { /* It is not remembered, and holds for this page. */ }
    });
    first.before(field);
    show(SHOWN[kept()] ? kept() : "words");
    addEventListener("hashchange", needed);
    needed();
  }

  /** What scrolls can be scrolled by the keyboard, and is called something that nothing else on the page is called. */
  function scrolling() {
    for (const [place, called] of [[".highlight pre > code", "Code"], [".md-typeset__scrollwrap", "Table"], [".compared", "All games side by side"]]) {
      document.querySelectorAll(place).forEach((element, number) => {
        const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
        if (!scrolls || element.hasAttribute("aria-label")) return;
        element.tabIndex = 0;
        element.setAttribute("role", "region");
        element.setAttribute("aria-label", number ? `${called} ${number + 1}` : called);
      });
    }
  }

  /** The theme puts buttons beside each piece of code as it comes into view, all in landmarks of one name: they get numbers. */
  function buttons() {
    let count = 0;
    const name = () => document.querySelectorAll(".md-code__nav:not([aria-label])").forEach((nav) => nav.setAttribute("aria-label", `Copy code ${++count}`));
    name();
    if (document.querySelector(".highlight")) new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
  }

  function begin() {
    choice();
    scrolling();
    buttons();
    addEventListener("resize", scrolling);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
