const root = document.documentElement;
const store = {
  get: (key) => { try { return localStorage.getItem("plumbline-" + key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem("plumbline-" + key, value); } catch { /* then it is forgotten */ } },
};

if (store.get("theme")) root.dataset.theme = store.get("theme");
const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
const theme = () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  store.set("theme", root.dataset.theme);
  say("Theme: " + root.dataset.theme);
};
byID("theme").addEventListener("click", theme);

const help = byID("help");
byID("help-open").addEventListener("click", () => help.showModal());
byID("help-close").addEventListener("click", () => help.close());
byID("keys-off").checked = store.get("keys") === "off";
byID("keys-off").addEventListener("change", (event) => store.set("keys", event.target.checked ? "off" : "on"));

const handle = (item) => item.querySelector(":scope > summary") ?? item.querySelector(".expand") ?? item.querySelector("a") ?? item;
const bad = (item) => /\b(fail|error|not-run|waived)\b/.test(item.dataset.v);

// move goes from where the focus is to the next item that is shown.
const move = (step, only) => {
  const list = items.filter((item) => !item.hidden && !item.closest("[hidden]") && (!only || only(item)));
  if (list.length === 0) return say(only ? "Nothing else is open" : "Nothing is shown");
  const now = document.activeElement.closest(".req, tr.line") ?? all(".here").find((node) => node.matches(".req, tr.line"));
  const order = (item) => now && now.compareDocumentPosition(item) & (step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING);
  const next = now ? (step > 0 ? list.find(order) : list.findLast(order)) : step > 0 ? list[0] : list.at(-1);
  if (!next) return say(step > 0 ? "That was the last one" : "That was the first one");
  all(".here").forEach((old) => old.classList.remove("here"));
  next.classList.add("here");
  handle(next).focus({ preventScroll: true });
  next.scrollIntoView({ block: "center" });
};

// copyChosen copies the first open case that did not pass of the row or requirement with the focus.
const copyChosen = () => {
  const chosen = document.activeElement.closest(".body, .req, tr.line, tr.detail") ?? all(".here")[0];
  let place = chosen;
  if (place?.matches("tr.line")) do place = place.nextElementSibling; while (place?.matches("tr.whyrow"));
  const copies = place && !place.matches("tr.line") ? all(".astext", place).find((e) => e.checkVisibility()) : null;
  if (copies) copies.click();
  else say("No case that did not pass is open here");
};

const keys = {
  "/": () => { byID("q").focus(); byID("q").select(); },
  "?": () => help.showModal(),
  j: () => move(1), k: () => move(-1), n: () => move(1, bad), p: () => move(-1, bad),
  y: () => { const item = document.activeElement.closest(".x, .body, .req, tr.line") ?? all(".here")[0]; const place = item?.dataset.anchor ?? item?.id; if (place) copyLink(place); else say("Nothing is chosen: j and k move"); },
  c: () => copyChosen(),
  d: () => chips.find((c) => c.dataset.flag === "differs")?.click(),
  g: () => { scrollTo(0, 0); document.querySelector(".skip").focus(); },
  t: theme,
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "Escape") {
    if (typing) typing.blur();
    else if (document.body.classList.contains("filtered")) clear();
    return;
  }
  if (typing || (store.get("keys") === "off" && event.key !== "?")) return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
