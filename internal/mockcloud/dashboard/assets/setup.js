import {$, h} from "./dom.js";
import {call} from "./api.js";
import {attempt} from "./alarm.js";
import {confirmed} from "./detail.js";

let known = "";

export function start() {
  $("setup").append(
    h("h3", {}, "Start again"),
    h("p", {class: "dim"}, "Reset makes everything as it was at the start: records, journal, fault rules and settings. Tokens stay good."),
    h("div", {class: "buttons"}, h("button", {type: "button", class: "danger", id: "reset", click: reset}, "Reset…")),
    h("h3", {}, "Snapshots"), h("div", {id: "snapshots"}),
    h("div", {class: "buttons"}, h("button", {type: "button", id: "snapshot", click: () => attempt(() => call("POST", "snapshots"))}, "Take a snapshot")),
    h("h3", {}, "Newest microversions"), h("div", {id: "microversions", class: "grid fields"}),
    h("p", {class: "dim"}, "An older one makes the service as old as a release that ended there, at once; an empty field, as new as this mock knows. " +
      "PUT /_plumbline/microversions does the same. A reset leaves them as they are."),
    h("h3", {}, "Settings of the operator"), h("div", {id: "settings", class: "grid fields"}),
    h("p", {class: "dim"}, "A change is in force at once, and until a reset. PUT /_plumbline/settings does the same."));
  $("clear").addEventListener("click", async () => {
    if (await confirmed("Clear the journal?", "The mock forgets all exchanges. Its records stay.", "Clear")) attempt(() => call("DELETE", "journal"));
  });
}

async function reset() {
  if (await confirmed("Reset this mock?", "Everything that was made since the start is gone: servers, volumes, stacks, journal, fault rules, settings.", "Reset")) {
    attempt(() => call("POST", "reset"));
  }
}

export function show(state) {
  $("about").textContent = `profile ${state.profile}, policy ${state.policy}` + (state.bugs ? `, ${state.bugs} of its own answers were wrong` : "");
  const now = JSON.stringify([state.snapshots, state.microversions, state.settings]);
  if (now === known) return;
  known = now;
  fields(microversions, state.microversions);
  fields(settings, state.settings);
  $("snapshots").replaceChildren(...(state.snapshots.length ? state.snapshots.map(snapshot) : [h("p", {class: "dim"}, "None yet.")]));
}

const units = {shelved_offload_time: "seconds", reclaim_instance_interval: "seconds", quota_cores: "-1: no limit"};

// microversions and settings are what fields of this page change: where they are, the path that takes them, what no text stands for.
const microversions = {id: "microversions", prefix: "m-", path: "microversions", empty: null, placeholder: "newest known"};
const settings = {id: "settings", prefix: "s-", path: "settings", empty: "", placeholder: "none"};

// fields shows all values of a group in fields that change them. The field that somebody is in stays as it is.
function fields(group, all) {
  for (const [name, value] of Object.entries(all)) {
    const field = $(group.prefix + name) ?? add(group, name, value);
    if (field === document.activeElement && field.type !== "checkbox") continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
    field.dataset.kept = value;
  }
}

function add(group, name, value) {
  const id = group.prefix + name, kind = {boolean: "checkbox", number: "number"}[typeof value] ?? "text";
  const field = h("input", {id, type: kind, step: kind === "number" ? 1 : undefined, autocomplete: "off", placeholder: kind === "text" ? group.placeholder : undefined, change: () => change(group, name, field)});
  $(group.id).append(h("div", {class: kind}, h("label", {htmlFor: id}, name.replaceAll("_", " ") + (units[name] ? ` (${units[name]})` : "")), field));
  return field;
}

// change sets one value. What the mock refuses, and what is no number, becomes what it was.
function change(group, name, field) {
  const value = field.type === "checkbox" ? field.checked : field.type === "number" ? field.valueAsNumber : field.value.trim() || group.empty;
  const undo = () => { field.type === "checkbox" ? field.checked = field.dataset.kept === "true" : field.value = field.dataset.kept; };
  if (Number.isNaN(value)) return undo();
  known = ""; // what is in the field was not shown by the state
  return attempt(async () => {
    try {
      field.dataset.kept = (await call("PUT", group.path, {[name]: value}))[name];
      if (value === null) field.value = field.dataset.kept;
    } catch (e) {
      undo();
      throw e;
    }
  });
}

function snapshot(id) {
  const restore = async () => {
    if (await confirmed(`Restore ${id}?`, "Records become what they were then. What was made since is gone.", "Restore")) attempt(() => call("POST", `snapshots/${id}/restore`));
  };
  const drop = async () => {
    if (await confirmed(`Delete ${id}?`, "Nobody can go back to it then.", "Delete")) attempt(() => call("DELETE", "snapshots/" + id));
  };
  return h("div", {class: "rule"}, h("b", {}, id), h("span", {class: "buttons"},
    h("button", {type: "button", click: restore, "aria-label": "Restore " + id}, "Restore…"), h("button", {type: "button", class: "quiet", click: drop, "aria-label": "Delete " + id}, "Delete…")));
}
