import {$, h} from "./dom.js";
import {call} from "./api.js";
import {choose} from "./tabs.js";
import {attempt} from "./alarm.js";

// templates are what people ask for most.
const templates = [
  ["The next server cannot be created (500)", {operation: "servers.create", status: 500, times: 1}],
  ["The next build fails on its host", {operation: "servers.built", status: 500, times: 1, message: "No valid host was found."}],
  ["Rebuilds fail while they are under way", {operation: "servers.rebuilt", status: 500}],
  ["The image of the next volume cannot be written", {operation: "volumes.reimaged", status: 500, times: 1}],
  ["Everything is slow (1 s)", {delay: "1s"}],
  ["Everything is down (503)", {status: 503, message: "The service is unavailable."}],
  ["Too many requests, once (429)", {status: 429, times: 1, message: "This request was rate-limited."}],
  ["Nobody can log in (503)", {operation: "tokens.create", status: 503}],
];

const fields = [
  ["operation", "Operation or work", "any", "text"], ["step", "Step", "before the first step", "text"], ["resource", "Resource id", "any", "text"],
  ["status", "Status", "none", "number"], ["message", "Message", "A fault rule says so.", "text"], ["delay", "Delay", "none; 1.5s", "text"],
  ["skip", "Let go by first", "0", "number"], ["times", "Times", "always", "number"],
];

let places = [];

// inputs are the fields of a rule; the ids of those that a form has begin with prefix.
const inputs = prefix => h("div", {class: "grid"}, fields.map(([name, label, hint, type]) => h("div", {},
  h("label", {htmlFor: prefix + name}, label),
  h("input", {
    id: prefix + name, name, type, placeholder: hint, min: type === "number" ? 0 : undefined, autocomplete: "off",
    list: name === "operation" || name === "step" ? "all-" + name : undefined,
    focus: e => { if (name === "step") steps(e.target.form); },
  }))));

export async function start() {
  const choice = h("select", {id: "template", input: () => { if (choice.value) fill($("rule"), templates[choice.value][1]); }},
    h("option", {value: ""}, "Choose a common one…"), templates.map(([name], i) => h("option", {value: i}, name)));
  const form = h("form", {id: "rule", submit: e => { e.preventDefault(); add(); }},
    h("h3", {}, "New rule"),
    h("p", {class: "dim"}, "The mock answers with a status, late, or both. Work that is due (a build, a rebuild) fails with any status."),
    h("label", {htmlFor: "template"}, "Template"), choice, inputs("f-"),
    h("datalist", {id: "all-operation"}), h("datalist", {id: "all-step"}),
    h("div", {class: "buttons"}, h("button", {class: "main"}, "Add rule"), h("button", {type: "reset", class: "quiet"}, "Empty the form")));
  $("faults").append(h("h3", {}, "Rules in force"), h("div", {id: "rules"}), h("p", {class: "dim", id: "no-rules"}, "None: the mock behaves."), form);
  ({places} = await call("GET", "places"));
  $("all-operation").replaceChildren(...places.map(p => h("option", {value: p.operation}, p.work ? p.service + ", work that is due" : p.service)));
}

// steps offers the steps of the operation that a form names.
function steps(form) {
  const at = places.find(p => p.operation === form.elements.operation.value);
  $("all-step").replaceChildren(...(at?.steps ?? []).map(s => h("option", {value: s})));
}

function fill(form, rule) {
  for (const [name] of fields) form.elements[name].value = name === "delay" && rule.delay === "0s" ? "" : rule[name] ?? "";
}

// read is the rule that a form describes.
function read(form) {
  const rule = {};
  for (const [name, , , type] of fields) {
    const text = form.elements[name].value.trim();
    if (text) rule[name] = type === "number" ? Number(text) : text;
  }
  return rule;
}

// propose opens the form with a rule in it.
export function propose(rule) {
  choose("faults");
  fill($("rule"), rule);
  $("f-operation").focus();
  $("rule").scrollIntoView({block: "nearest"});
}

const add = () => attempt(async () => {
  await call("POST", "faults", read($("rule")));
  $("rule").reset();
});

// show lists the rules in force. One that is being changed stays as it is.
export function show(rules) {
  $("tab-faults").querySelector(".n").textContent = rules.length || "";
  $("no-rules").hidden = rules.length > 0;
  const box = $("rules"), known = new Map([...box.children].map(e => [e.dataset.rule, e]));
  rules.forEach((r, i) => {
    const node = known.get(r.id), sign = JSON.stringify(r);
    known.delete(r.id);
    if (node && (node.dataset.sign === sign || node.tagName === "FORM")) return;
    node ? node.replaceWith(line(r, sign)) : box.insertBefore(line(r, sign), box.children[i] ?? null);
  });
  for (const gone of known.values()) gone.remove();
}

function line(r, sign) {
  const what = [r.status ? `answer ${r.status}` : "", r.delay && r.delay !== "0s" ? `${r.status ? "after" : "wait"} ${r.delay}` : ""].filter(Boolean).join(" ");
  const where = [r.operation || "any operation", r.step && `at “${r.step}”`, r.resource && `for ${r.resource}`].filter(Boolean).join(" ");
  const left = r.times ? Math.max(0, (r.skip ?? 0) + r.times - r.matched) : null;
  const often = [r.skip && `after ${r.skip}`, r.times ? (left ? `${left} of ${r.times} times to go` : "used up") : "always"].filter(Boolean).join(", ");
  const node = h("div", {class: "rule" + (left === 0 ? " used" : "")},
    h("div", {}, h("b", {}, where), h("span", {}, " → " + what), h("div", {class: "dim"}, `${r.id}: ${often}; matched ${r.matched}` + (r.message ? `; “${r.message}”` : ""))),
    h("span", {class: "buttons"},
      h("button", {type: "button", class: "edit", "aria-label": `Change ${r.id}: ${where}`, click: () => edit(node, r)}, "Change"),
      h("button", {type: "button", class: "quiet remove", "aria-label": `Remove ${r.id}: ${where}`, click: () => attempt(() => call("DELETE", at(r)))}, "Remove")));
  Object.assign(node.dataset, {rule: r.id, sign});
  return node;
}

const at = r => "faults/" + encodeURIComponent(r.id);

// edit puts a form in the place of a rule.
function edit(node, r) {
  const back = rule => {
    const next = line(rule, JSON.stringify(rule));
    form.replaceWith(next);
    next.querySelector(".edit").focus();
  };
  const save = () => attempt(async () => back(await call("PUT", at(r), read(form))));
  const form = h("form", {class: "rule editing", "aria-label": "Change " + r.id, submit: e => { e.preventDefault(); save(); }, keydown: e => { if (e.key === "Escape") back(r); }},
    h("b", {}, r.id), inputs(r.id + "-"), h("p", {class: "dim"}, "Its matches are counted anew."),
    h("div", {class: "buttons"}, h("button", {class: "main"}, "Save"), h("button", {type: "button", class: "quiet", click: () => back(r)}, "Cancel")));
  form.dataset.rule = r.id;
  fill(form, r);
  node.replaceWith(form);
  form.elements.operation.focus();
}
