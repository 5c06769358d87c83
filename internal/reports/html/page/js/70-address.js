// The address: #place?filters. A place is the id of a requirement, a section, a row (row-UTH-46b), a case
// (case-…) or an exchange (x-…); behind "case-" and "x-" stands the number of the report where it is not the first.
const split = () => {
  const whole = location.hash.slice(1), cut = whole.indexOf("?");
  const place = cut < 0 ? whole : whole.slice(0, cut);
  let name = place;
  try { name = decodeURIComponent(place); } catch { /* then it is meant as it stands */ }
  return { place: name, query: cut < 0 ? "" : whole.slice(cut + 1) };
};
const addressOf = (place, query) => "#" + encodeURIComponent(place).replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%40/g, "@") + (query ? "?" + query : "");
const copyLink = (place) => copy(location.href.replace(/#.*/, "") + addressOf(place, ""), "Copied the link");

const keepAddress = () => {
  const { place } = split(), query = filterText();
  history.replaceState(null, "", place || query ? addressOf(place, query) : location.pathname + location.search);
};

const reveal = (node) => {
  if (node.closest("[hidden]")) clear();
  for (let fold = node.parentElement?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  node.scrollIntoView({ block: "start" });
  all(".here").forEach((old) => old.classList.remove("here"));
  node.classList.add("here");
  node.querySelector(":scope > summary, .expand")?.focus({ preventScroll: true });
};

// openCase opens the requirement that carries a case, and the case in it.
const openCase = async (face, id) => {
  const { requirements } = await contents();
  const name = Object.keys(requirements).find((r) => requirements[r][face]?.includes(id));
  const req = name && await find(name);
  if (!req) return null;
  await setOpen(req, true);
  const box = all(".case", req).find((c) => c.dataset.anchor === caseAnchor(face, id));
  if (!box) return null;
  box.open = true;
  await box.fill();
  return box;
};

const openExchange = async (face, id) => {
  const { cases, outside } = (await contents()).faces[face] ?? {};
  if (!cases) return null;
  const among = (c) => [c, ...(c.attempts ?? [])].some((a) => (a.after ?? []).includes(id) || (a.steps ?? []).some((s) => (s.x ?? []).includes(id)));
  const owner = [...cases.keys()].find((name) => among(cases.get(name)));
  let root;
  if (owner) root = await openCase(face, owner);
  else if (outside?.includes(id)) {
    root = all(".outside").find((box) => Number(box.dataset.face) === face);
    root.open = true;
    await exchangesOf(face, [id]);
    await new Promise((done) => setTimeout(done, 50));
  }
  if (!root) return null;
  const anchor = exchangeAnchor(face, id);
  for (const box of all(".several", root)) if (box.dataset.ids.includes(" " + anchor + " ")) { box.open = true; await box.fill(); }
  for (const attempt of all(".attempt", root)) attempt.open = true;
  const found = all(".x", root).find((x) => x.dataset.anchor === anchor);
  if (found) found.open = true;
  return found ?? root;
};

const follow = async () => {
  const { place, query } = split();
  setFilters(new URLSearchParams(query));
  const deep = packed && place.match(/^(case|x)-(?:(\d+):)?(.+)$/s);
  if (deep) {
    const face = Number(deep[2] ?? 0);
    const node = await (deep[1] === "case" ? openCase(face, deep[3]) : openExchange(face, deep[3]));
    if (node) reveal(node);
    else say("This report has no " + place);
    return;
  }
  const node = place && await find(place);
  if (!node) return query && byID("main").scrollIntoView();
  if (node.matches(".req, tr.line")) await setOpen(node, true);
  reveal(node);
};
addEventListener("hashchange", follow);
