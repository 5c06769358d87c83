// On small screens the rows of decision tables stand as cards: each value needs the name of its column.
const name = () => {
  for (const table of all(".decision table:not(.named), .differ:not(.named)")) {
    table.classList.add("named");
    const heads = all("thead th", table).map((th) => th.textContent);
    for (const row of all("tbody tr:not(.whyrow)", table)) [...row.children].forEach((cell, i) => { cell.dataset.name = heads[i]; });
  }
};
name();

// The chapter that is read is marked in the list of chapters.
const places = new Map(all(".side a").map((a) => [a.getAttribute("href").slice(1), a]));
const spy = new IntersectionObserver((seen) => {
  for (const s of seen) places.get(s.target.id)?.classList.toggle("seen", s.isIntersecting);
  const first = all(".side a.seen")[0];
  for (const a of places.values()) a === first ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current");
}, { rootMargin: "-15% 0px -70% 0px" });
for (const id of places.keys()) if (byID(id)) spy.observe(byID(id));

// On paper there is nothing to open: what did not pass stands open, and so does every requirement's reason.
addEventListener("beforeprint", () => { for (const req of all(".req")) { req.dataset.was = String(req.open); req.open ||= bad(req); } });
addEventListener("afterprint", () => { for (const req of all(".req")) req.open = req.dataset.was === "true"; });

root.classList.add("ready");
follow();
