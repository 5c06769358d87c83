import {$, h} from "./dom.js";
import {call} from "./api.js";
import {kind, sign, took} from "./exchange.js";
import {propose} from "./faults.js";

const box = () => $("detail");

// open shows a panel: a title, and what is below it.
export function open(title, ...content) {
  box().replaceChildren(
    h("div", {class: "top"}, h("h2", {id: "detail-title"}, title), h("button", {type: "button", class: "quiet", click: close}, "Close")),
    ...content.filter(Boolean));
  if (!box().open) box().showModal();
  box().scrollTop = 0;
}

export const close = () => box().close();

// showExchange shows one exchange whole, as the mock keeps it.
export async function showExchange(seq) {
  let e, curl, way;
  try {
    ({exchange: e, curl, way} = await call("GET", "journal/" + seq));
  } catch (err) {
    open("Exchange " + seq, h("p", {}, err.message));
    return;
  }
  const facts = {
    Service: e.service, Operation: e.operation, Microversion: e.microversion, "Request id": e.request_id, "User id": e.user_id,
    Time: e.time?.replace("T", " ").replace(/(\.\d{3})?\d*Z$/, "$1 UTC"), Took: took(e.micros), "Refused by": e.stage && `the step “${e.stage}”`, "Fault rules": e.rules?.join(", "),
  };
  open(`${e.method ?? "Work"} ${e.url}`,
    h("p", {class: "answer"}, "Answered ",
      h("span", {class: "badge " + kind(e)}, h("i", {"aria-hidden": "true"}, sign(e)), String(e.status ?? "with a bug"))),
    e.unimplemented ? h("div", {class: "bugs missing"}, h("b", {}, "The mock does not implement this operation yet: "), e.unimplemented) : null,
    e.bugs ? h("div", {class: "bugs"}, h("b", {}, "The mock broke its own documents:"), h("ul", {}, e.bugs.map(b => h("li", {}, b)))) : null,
    list(facts), passages(way),
    h("div", {class: "part"}, h("h3", {}, "Request"), curl ? copy(curl) : null), curl ? null : e.method && h("p", {class: "dim"}, "There is no command for it: the journal has only a part of the request, or it is not text."),
    headers(e.request_header), body(e.request_body),
    h("h3", {}, "Answer"), headers(e.response_header), body(e.response_body),
    h("div", {class: "buttons"},
      e.operation ? h("button", {type: "button", click: () => { close(); propose({operation: e.operation, status: 500, times: 1}); }}, "Make the next one fail…") : null));
}

// passages shows the way of an exchange: what it passed, where it was refused, and, folded, what it did not reach.
function passages(way) {
  if (!way?.length) return null;
  const rest = way.filter(p => p.result === "not reached");
  const row = some => h("ol", {}, some.map(p => h("li", {class: p.result.replace(" ", "-"), title: p.stage ? "a check of all requests to the service" : "a step of the operation"},
    h("i", {"aria-hidden": "true"}, {passed: "✓", refused: "✗"}[p.result] ?? "·"), p.name, p.result === "refused" ? h("span", {}, "refused") : null)));
  return h("section", {class: "way", "aria-label": "The way through the service"}, h("h3", {}, "The way through the service"),
    row(way.filter(p => p.result !== "not reached")),
    rest.length ? h("details", {}, h("summary", {}, rest.length === 1 ? "1 more was not reached" : `${rest.length} more were not reached`), row(rest)) : null);
}

// list shows facts by name, without those that are nothing.
export const list = facts => h("dl", {}, Object.entries(facts).filter(([, v]) => v !== undefined && v !== "" && v !== null && v !== false)
  .map(([k, v]) => h("div", {}, h("dt", {}, k), h("dd", {}, v instanceof Node ? v : String(v)))));

// copy is a button that copies a command, and shows it below the request's title: where the page may not write to the
// clipboard (over plain HTTP from another machine) it is selected instead.
function copy(command) {
  const button = h("button", {type: "button", id: "copy", click: async () => {
    const shown = $("curl") ?? h("pre", {id: "curl", tabIndex: 0, "aria-label": "Command"}, command);
    button.parentElement.after(shown);
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(shown);
      button.textContent = "Selected: copy it";
    }
  }}, "Copy as curl");
  return button;
}

const headers = all => h("pre", {class: "headers", tabIndex: 0, "aria-label": "Headers"}, Object.entries(all ?? {}).sort().map(([k, v]) => `${k}: ${v.join(", ")}\n`).join("") || "no headers");

function body(text) {
  if (!text) return h("p", {class: "dim"}, "No body.");
  let shown = text;
  try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it is */ }
  return h("pre", {tabIndex: 0, "aria-label": "Body"}, shown);
}

// confirmed asks before something that cannot be undone.
export function confirmed(title, text, verb) {
  return new Promise(resolve => {
    const ask = $("confirm");
    ask.returnValue = "";
    ask.replaceChildren(h("form", {method: "dialog"},
      h("h2", {id: "confirm-title"}, title), h("p", {}, text),
      h("div", {class: "buttons end"}, h("button", {value: "", autofocus: true}, "Cancel"), h("button", {value: "yes", class: "main danger"}, verb))));
    const closed = () => {
      if (ask.open) return; // that of the question before, which comes a moment after it was closed
      ask.removeEventListener("close", closed);
      resolve(ask.returnValue === "yes");
    };
    ask.addEventListener("close", closed);
    ask.showModal();
  });
}
