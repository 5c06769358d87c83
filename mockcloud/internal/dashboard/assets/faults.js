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

let places = [], known = "";

export async function start() {
  const inputs = fields.map(([name, label, hint, type]) => h("div", {},
    h("label", {htmlFor: "f-" + name}, label),
    h("input", {id: "f-" + name, name, type, placeholder: hint, min: type === "number" ? 0 : undefined, autocomplete: "off", list: name === "operation" || name === "step" ? "all-" + name : undefined})));
  const choice = h("select", {id: "template", input: () => { if (choice.value) fill(templates[choice.value][1]); }},
    h("option", {value: ""}, "Choose a common one…"), templates.map(([name], i) => h("option", {value: i}, name)));
  const form = h("form", {id: "rule", submit: e => { e.preventDefault(); add(); }},
    h("h3", {}, "New rule"),
    h("p", {class: "dim"}, "The mock answers with a status, late, or both. Work that is due (a build, a rebuild) fails with any status."),
    h("label", {htmlFor: "template"}, "Template"), choice, h("div", {class: "grid"}, inputs),
    h("datalist", {id: "all-operation"}), h("datalist", {id: "all-step"}),
    h("div", {class: "buttons"}, h("button", {class: "main"}, "Add rule"), h("button", {type: "reset", class: "quiet"}, "Empty the form")));
  $("faults").append(h("h3", {}, "Rules in force"), h("div", {id: "rules"}), form);
  $("f-operation").addEventListener("input", steps);
  ({places} = await call("GET", "places"));
  $("all-operation").replaceChildren(...places.map(p => h("option", {value: p.operation}, p.work ? p.service + ", work that is due" : p.service)));
}

function steps() {
  const at = places.find(p => p.operation === $("f-operation").value);
  $("all-step").replaceChildren(...(at?.steps ?? []).map(s => h("option", {value: s})));
}

function fill(rule) {
  for (const [name] of fields) $("f-" + name).value = rule[name] ?? "";
  steps();
}

// propose opens the form with a rule in it.
export function propose(rule) {
  choose("faults");
  fill(rule);
  $("f-operation").focus();
  $("rule").scrollIntoView({block: "nearest"});
}

const add = () => attempt(async () => {
  const rule = {};
  for (const [name, , , type] of fields) {
    const text = $("f-" + name).value.trim();
    if (text) rule[name] = type === "number" ? Number(text) : text;
  }
  await call("POST", "faults", rule);
  $("rule").reset();
});

// show lists the rules in force.
export function show(rules) {
  $("tab-faults").querySelector(".n").textContent = rules.length || "";
  const now = JSON.stringify(rules);
  if (now === known) return;
  known = now;
  $("rules").replaceChildren(...(rules.length ? rules.map(line) : [h("p", {class: "dim"}, "None: the mock behaves.")]));
}

function line(r) {
  const what = [r.status ? `answer ${r.status}` : "", r.delay && r.delay !== "0s" ? `${r.status ? "after" : "wait"} ${r.delay}` : ""].filter(Boolean).join(" ");
  const where = [r.operation || "any operation", r.step && `at “${r.step}”`, r.resource && `for ${r.resource}`].filter(Boolean).join(" ");
  const left = r.times ? Math.max(0, (r.skip ?? 0) + r.times - r.matched) : null;
  const often = [r.skip && `after ${r.skip}`, r.times ? (left ? `${left} of ${r.times} times to go` : "used up") : "always"].filter(Boolean).join(", ");
  return h("div", {class: "rule" + (left === 0 ? " used" : "")},
    h("div", {}, h("b", {}, where), h("span", {}, " → " + what), h("div", {class: "dim"}, `${r.id}: ${often}; matched ${r.matched}` + (r.message ? `; “${r.message}”` : ""))),
    h("button", {type: "button", class: "quiet", "aria-label": `Remove ${r.id}: ${where}`, click: () => attempt(() => call("DELETE", "faults/" + encodeURIComponent(r.id)))}, "Remove"));
}
