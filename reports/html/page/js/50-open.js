// A requirement lists its cases when it is opened; a row of a decision table shows them below itself.
const fillRequirement = async (req) => {
  if (packed) await casesInto(req.querySelector(".cases"), (await contents()).requirements[req.id] ?? [], true);
};
for (const req of all(".req")) req.addEventListener("toggle", () => req.open && fillRequirement(req));

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
  inside.append(...(await exchangesOf(face, (await contents()).faces[face].outside ?? [])).map((x) => exchange(x, face, false)));
});
