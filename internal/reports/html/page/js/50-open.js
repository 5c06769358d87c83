// A requirement lists its cases when it is opened; a row of a decision table shows them below itself.
const fillRequirement = async (req) => {
  if (packed) await casesInto(req.querySelector(".cases"), (await contents()).requirements[req.id] ?? [], true);
};
document.addEventListener("toggle", (event) => { if (event.target.matches(".req") && event.target.open) fillRequirement(event.target); }, true);

// A body of a specification that is packed is unpacked when it is opened. It is the page's own HTML: every text in it was escaped.
const sections = all(".specification");
const isLoaded = (section) => !section.querySelector(".opener");
const load = async (section) => {
  if (isLoaded(section)) return;
  section.loading ??= unpack(section.id).then((text) => {
    const box = document.createElement("template");
    box.innerHTML = text;
    section.querySelector(".specbody").replaceChildren(box.content);
    name();
    collect();
  }, (err) => section.querySelector(".specbody").append(el("p", "note", "This browser cannot unpack it (" + err.message + "). report.json beside this page has everything.")));
  await section.loading;
};
const loadAll = () => Promise.all(sections.map(load));
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-open]");
  if (opener) load(byID(opener.dataset.open)).then(filter);
});

// find gives the element with an id, also of a specification that is still packed.
const find = async (id) => {
  if (!byID(id) && !sections.every(isLoaded)) await loadAll();
  const node = byID(id);
  if (node?.matches(".specification")) await load(node);
  return node;
};

const detailOf = (row) => {
  let next = row.nextElementSibling;
  while (next?.classList.contains("whyrow")) next = next.nextElementSibling;
  return next?.classList.contains("detail") ? next : null;
};

const openLine = async (row, open) => {
  const button = row.querySelector(".expand");
  if (!button) return;
  button.setAttribute("aria-expanded", String(open));
  let detail = detailOf(row);
  if (detail) detail.hidden = !open;
  if (!open || detail) return;
  const target = el("td", "");
  target.colSpan = row.children.length;
  detail = el("tr", "detail", target);
  let last = row;
  while (last.nextElementSibling?.classList.contains("whyrow")) last = last.nextElementSibling;
  last.after(detail);
  await casesInto(target, (await contents()).lines[row.id] ?? [], false);
};

const isOpen = (item) => item.matches(".req") ? item.open : item.querySelector(".expand")?.getAttribute("aria-expanded") === "true";
const setOpen = async (item, open) => {
  if (!item.matches(".req")) return openLine(item, open);
  item.open = open;
  if (open) await fillRequirement(item);
};

document.addEventListener("click", (event) => {
  const row = event.target.closest("tr.line");
  if (!row || !packed || event.target.closest("a") || (getSelection().toString() && !event.target.closest("button"))) return;
  openLine(row, !isOpen(row));
});

for (const box of all(".outside")) box.addEventListener("toggle", async () => {
  const inside = box.querySelector(".detail");
  if (!box.open || inside.dataset.filled) return;
  inside.dataset.filled = "true";
  const face = Number(box.dataset.face);
  const ids = (await contents()).faces[face].outside, found = await exchangesOf(face, ids);
  inside.append(...found.map((x) => exchange(x, face, false)), missing(ids.length - found.length));
});
