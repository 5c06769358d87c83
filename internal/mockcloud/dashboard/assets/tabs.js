// tabs makes tab lists of all elements that say they are: arrow keys, Home and End as usual. Which tab is open is
// remembered for the session.
export function tabs() {
  for (const list of document.querySelectorAll("[role=tablist]")) {
    const all = [...list.querySelectorAll("[role=tab]")];
    const choose = (tab, focus) => {
      for (const t of all) {
        t.setAttribute("aria-selected", t === tab);
        t.tabIndex = t === tab ? 0 : -1;
        document.getElementById(t.getAttribute("aria-controls")).hidden = t !== tab;
      }
      sessionStorage.setItem("tab-" + list.getAttribute("aria-label"), tab.id);
      if (focus) tab.focus();
      list.dispatchEvent(new CustomEvent("chosen", {bubbles: true, detail: tab.id.slice(4)}));
    };
    list.addEventListener("click", e => { const tab = e.target.closest("[role=tab]"); if (tab) choose(tab); });
    list.addEventListener("keydown", e => {
      const at = all.indexOf(document.activeElement);
      const next = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1}[e.key];
      if (next === undefined) return;
      e.preventDefault();
      choose(all[(next + all.length) % all.length], true);
    });
    choose(document.getElementById(sessionStorage.getItem("tab-" + list.getAttribute("aria-label"))) ?? all[0]);
  }
}

export function chosen(name) { return !document.getElementById(name).hidden; }
export function choose(name) { document.getElementById("tab-" + name).click(); }
