// h makes an element: properties, data and attributes by name, listeners as functions; children are text or elements.
export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") e.addEventListener(name, value);
    else if (name === "class") e.className = value;
    else if (name in e && name !== "list" && name !== "form") e[name] = value;
    else e.setAttribute(name, value === true ? "" : value);
  }
  e.append(...children.flat().filter(c => c !== undefined && c !== null && c !== false));
  return e;
}

export const $ = id => document.getElementById(id);

// once runs a function soon, however often it is asked for before that.
export function once(run) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; run(); });
  };
}

const kinds = [
  [/ERROR|FAILED|error|killed/, "bad", "✕"],
  [/BUILD|REBUILD|REBOOT|RESIZE|MIGRATING|PASSWORD|IN_PROGRESS|creating|downloading|uploading|attaching|detaching|extending|retyping|deleting|reserved|queued|saving|importing/, "busy", "◐"],
  [/ACTIVE|COMPLETE|available|in-use|^active$|^UP$|^enabled$/, "good", "●"],
];

// badge shows a status: its words, a colour and a sign for what kind of status it is.
export function badge(text, more) {
  const [, kind, sign] = kinds.find(([pattern]) => pattern.test(text)) ?? [null, "off", "○"];
  return h("span", {class: "badge " + kind}, h("i", {"aria-hidden": "true"}, sign), text, more ? h("small", {}, more) : null);
}

export const tag = text => h("span", {class: "tag"}, text);
export const many = (n, what) => n === 1 ? "1 " + what : `${n.toLocaleString("en")} ${what}s`;

// size is a number of bytes in words.
export function size(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let at = 0;
  while (bytes >= 1024 && at < units.length - 1) { bytes /= 1024; at++; }
  return `${at && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[at]}`;
}

export const short = id => id.length > 13 ? id.slice(0, 8) + "…" : id;
