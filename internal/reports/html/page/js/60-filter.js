// Filters: all the words of the search, any of the verdicts, every switch, and one of each list. The address
// of the page holds them behind "?": #RKP-12?v=fail,error&q=409.
// A filter looks through everything, also what is still packed: that is unpacked first.
let items = [], total = 0;
const collect = () => {
  items = all(".req, tr.line");
  total = all(".req").length;
};
collect();
const texts = new Map();
const textOf = (node) => {
  if (!texts.has(node)) {
    let text = node.textContent;
    for (let why = node.nextElementSibling; node.matches("tr") && why?.classList.contains("whyrow"); why = why.nextElementSibling) text += " " + why.textContent;
    texts.set(node, text.toLowerCase());
  }
  return texts.get(node);
};
const has = (node, key, value) => !value || (node.dataset[key] ?? "").split(" ").includes(value);
const selects = all(".picks select");
const chips = all(".chip");
const pressed = (chip) => chip.getAttribute("aria-pressed") === "true";
const press = (chip, on) => chip.setAttribute("aria-pressed", String(on));
const wanted = (key) => chips.filter((c) => pressed(c) && c.dataset[key]).map((c) => c.dataset[key]);

const matches = (node, f) => f.words.every((w) => textOf(node).includes(w))
  && (f.verdicts.length === 0 || f.verdicts.some((v) => has(node, "v", v)))
  && f.flags.every((flag) => has(node, "f", flag))
  && has(node, "a", f.picks.a) && has(node, "m", f.picks.m) && has(node, "c", f.picks.c);

const filters = () => ({
  words: byID("q").value.toLowerCase().split(/\s+/).filter(Boolean), verdicts: wanted("filter"), flags: wanted("flag"),
  picks: Object.fromEntries(selects.map((s) => [s.dataset.key, s.value])),
});

const showRow = (row, visible) => {
  row.hidden = !visible;
  for (let next = row.nextElementSibling; next && !next.classList.contains("line"); next = next.nextElementSibling)
    next.hidden = !visible || (next.classList.contains("detail") && !isOpen(row));
};

const filter = () => {
  const f = filters();
  const active = f.words.length + f.verdicts.length + f.flags.length > 0 || Object.values(f.picks).some(Boolean);
  if (active && !sections.every(isLoaded)) {
    byID("shown").textContent = "Searching …";
    return loadAll().then(filter);
  }
  let shown = 0, rows = 0;
  for (const section of all(".specification")) {
    const inSpec = has(section, "spec", f.picks.s);
    let any = false;
    for (const item of all(".req, tr.line", section)) {
      const visible = inSpec && (!active || matches(item, f));
      any ||= visible;
      if (item.matches(".req")) { item.hidden = !visible; shown += visible; }
      else { showRow(item, visible); rows += visible; }
    }
    for (const table of all(".decision", section)) table.hidden = active && all("tr.line:not([hidden])", table).length === 0;
    for (const list of all(".reqs", section)) list.hidden = active && all(".req:not([hidden])", list).length === 0;
    for (const fold of all(".fold", section)) {
      const any = all(".req:not([hidden]), tr.line:not([hidden])", fold).length > 0;
      fold.hidden = active && !any;
      if (active && any) { fold.dataset.was ??= String(fold.open); fold.open = true; }
      if (!active && fold.dataset.was) { fold.open = fold.dataset.was === "true"; delete fold.dataset.was; }
    }
    for (const box of all(".differences", section)) box.hidden = active && !(inSpec && f.picks.s && f.words.length + f.verdicts.length + f.flags.length === 0);
    for (const heading of all("h3", section)) {
      let visible = false;
      for (let next = heading.nextElementSibling; next && next.tagName !== "H3"; next = next.nextElementSibling) visible ||= !next.hidden;
      heading.hidden = !visible;
    }
    section.hidden = active && !any;
  }
  for (const item of all(".open > li, .differ tbody tr")) item.hidden = active && !matches(item, { ...f, flags: [], picks: item.matches("tr") ? { ...f.picks, s: "" } : {} });
  for (const box of ["open", "differing"]) if (byID(box)) byID(box).hidden = active && all(".open > li:not([hidden]), tr:not([hidden]) > td", byID(box)).length === 0;
  byID("clear").hidden = !active;
  byID("nothing").hidden = all(".specification:not([hidden])").length > 0;
  byID("shown").textContent = active ? `${shown} of ${total} requirements and ${rows} row${rows === 1 ? "" : "s"} shown` : "";
  byID("more").textContent = active ? "Filters •" : "Filters";
  document.body.classList.toggle("filtered", active);
};

const setFilters = (params) => {
  byID("q").value = params.get("q") ?? "";
  for (const s of selects) {
    s.value = params.get(s.dataset.key) ?? "";
    if (s.selectedIndex < 0) s.value = "";
  }
  const verdicts = (params.get("v") ?? "").split(","), flags = (params.get("f") ?? "").split(",");
  for (const chip of chips) press(chip, verdicts.includes(chip.dataset.filter) || flags.includes(chip.dataset.flag));
  filter();
};

// filterText is what the address says of the filters, "" for none.
const filterText = () => {
  const params = new URLSearchParams(), f = filters();
  if (byID("q").value.trim()) params.set("q", byID("q").value.trim());
  if (f.verdicts.length) params.set("v", f.verdicts.join(","));
  if (f.flags.length) params.set("f", f.flags.join(","));
  for (const [key, value] of Object.entries(f.picks)) if (value) params.set(key, value);
  return params.toString().replace(/%2C/g, ",");
};

const clear = () => { setFilters(new URLSearchParams()); keepAddress(); };
const changed = () => { filter(); keepAddress(); };
for (const chip of chips) chip.addEventListener("click", () => { press(chip, !pressed(chip)); changed(); });
for (const select of selects) select.addEventListener("change", changed);
byID("q").addEventListener("input", changed);
byID("clear").addEventListener("click", () => { clear(); byID("q").focus(); });
byID("clear2").addEventListener("click", clear);
byID("more").addEventListener("click", () => {
  const open = byID("tools").classList.toggle("wide");
  byID("more").setAttribute("aria-expanded", String(open));
});
