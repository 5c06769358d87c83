import {$, h, many, once} from "./dom.js";
import {Windowed} from "./windowed.js";
import {showExchange} from "./detail.js";
import {kind, sign, took, word} from "./exchange.js";

const most = 5000; // exchanges that the page remembers
let list, all = [], waiting = [], paused = false, run = "", shown = new Set();

export function start() {
  list = new Windowed($("journal").querySelector(".list"), $("journal").querySelector(".empty"));
  for (const id of ["grep", "refused", "missing", "writes"]) $(id).addEventListener("input", () => draw());
  $("pause").addEventListener("click", () => {
    paused = !paused;
    $("pause").setAttribute("aria-pressed", paused);
    if (!paused) { all.push(...waiting.splice(0)); draw(); }
    label();
  });
}

// heard takes in an event of the stream.
export function heard(event, data) {
  let into = paused ? waiting : all;
  switch (event) {
    case "hello":
      if (run && run !== data.run) { all = []; waiting = []; } // another mock: its journal begins anew
      run = data.run;
      break;
    case "exchange": into.push({...data, key: "x" + data.seq}); break;
    case "missed": into.push({key: "missed" + data.before, missed: data.count, before: data.before}); break;
    case "cleared":
      all = all.filter(e => (e.seq ?? e.before) > data.seq);
      waiting = waiting.filter(e => (e.seq ?? e.before) > data.seq);
      break;
  }
  into = paused ? waiting : all;
  if (into.length > most) into.splice(0, into.length - most);
  paused ? label() : draw();
}

// about shows only what is about a resource.
export function about(id) {
  $("grep").value = id;
  draw();
}

const label = once(() => { $("pause").textContent = paused ? `Go on (${waiting.length} new)` : "Pause"; });

const draw = once(() => {
  const words = $("grep").value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = [$("refused").checked && ["odd", "bad"], $("missing").checked && ["missing"]].filter(Boolean).flat(), writes = $("writes").checked;
  const wanted = all.filter(e => e.missed ? !words.length && !kinds.length : (!kinds.length || kinds.includes(kind(e))) && (!writes || !/^(GET|HEAD)$/.test(e.method)) &&
    words.every(w => `${e.method} ${e.url} ${e.operation} ${e.request_id} ${e.status} ${e.service} ${(e.rules ?? []).join(" ")} ${e.stage ?? ""} ${e.unimplemented ?? ""}`.toLowerCase().includes(w)));
  count();
  const rows = wanted.reverse().map(e => e.missed ? gap(e) : exchange(e));
  const before = shown;
  shown = new Set(rows.map(r => r.key));
  let grown = 0;
  while (grown < rows.length && before.size && !before.has(rows[grown].key)) grown++;
  list.set(rows, grown === rows.length ? 0 : grown);
  if (!rows.length) {
    $("journal").querySelector(".empty").replaceChildren(h("p", {}, all.length ? `None of ${all.length} exchanges is like that.` : "Nothing has been asked of this mock yet."),
      ...(all.length ? [] : [h("p", {class: "dim"}, "Requests to its services appear here as they are answered. Log in at:"), h("pre", {}, location.origin + "/identity/v3")]));
  }
});

// count says how many exchanges of those that the page remembers were refused, and how many the mock does not perform.
function count() {
  let refused = 0, missing = 0;
  for (const e of all) {
    if (e.missed) continue;
    const is = kind(e);
    if (is === "missing") missing++;
    else if (is !== "good") refused++;
  }
  $("refusals").textContent = refused || "";
  $("missings").textContent = missing || "";
  $("missings").parentElement.classList.toggle("alert", missing > 0);
  $("tab-journal").querySelector(".n").textContent = missing ? `? ${missing}` : "";
  $("tab-journal").title = missing ? many(missing, "request") + " for what the mock does not implement" : "";
}

const gap = e => ({
  key: e.key, sign: "gap", class: "gap",
  draw: () => [h("span", {class: "dim"}, `${e.missed.toLocaleString("en")} exchanges are not shown here: there were more than this page can follow`)],
});

const exchange = e => ({
  key: e.key, sign: e.key, class: "exchange " + kind(e), label: `${e.method ?? "work"} ${e.url}, ${e.status ?? ""} ${word(e)}`,
  draw: () => [
    h("time", {class: "dim"}, e.time.slice(11, 23)), h("code", {class: "method"}, e.method ?? "work"),
    h("span", {class: "url", title: e.url}, h("span", {}, e.url.replace(ids, "$1…")), e.operation ? h("small", {class: "dim"}, e.operation) : null),
    h("span", {class: "tags"},
      e.unimplemented ? h("span", {class: "tag missing"}, "not implemented") : e.stage ? h("span", {class: "tag stage", title: `refused by the step “${e.stage}”`}, e.stage) : null,
      (e.rules ?? []).length ? h("span", {class: "tag", title: "struck by a fault rule"}, e.rules.join(", ")) : null),
    h("span", {class: "status"}, h("i", {"aria-hidden": "true"}, sign(e)), e.status ?? "bug"), h("span", {class: "dim took"}, took(e.micros)),
  ].filter(Boolean),
  open: () => showExchange(e.seq),
});

// ids are shown by their beginnings: what is asked of a resource matters more than which of a thousand it is.
const ids = /\b([0-9a-f]{6})[0-9a-f]{2}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/g;
