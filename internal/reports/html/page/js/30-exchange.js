// pretty indents JSON text without parsing it: duplicate keys and odd numbers stay what they were.
const pretty = (whole) => {
  const cut = whole.lastIndexOf(" … [cut: ");
  const text = cut < 0 ? whole : whole.slice(0, cut);
  if (!/^\s*(\{|\[\s*["{[\]\d])/.test(text)) return whole;
  let out = "", depth = 0, quoted = false;
  const line = () => "\n" + "  ".repeat(depth);
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      out += c;
      if (c === "\\") out += text[++i] ?? "";
      else if (c === '"') quoted = false;
      continue;
    }
    if (c === '"') { quoted = true; out += c; }
    else if (c === "{" || c === "[") {
      const close = c === "{" ? "}" : "]", rest = text.slice(i + 1).match(/^\s*(.)/);
      if (rest && rest[1] === close) { out += c + close; i += rest[0].length; }
      else { depth++; out += c + line(); }
    }
    else if (c === "}" || c === "]") { depth = Math.max(0, depth - 1); out += line() + c; }
    else if (c === ",") out += c + line();
    else if (c === ":") out += ": ";
    else if (!/\s/.test(c)) out += c;
  }
  return cut < 0 ? out : out + "\n" + whole.slice(cut + 1);
};

const message = (first, headers, body) => {
  const pre = el("pre", "", el("strong", "", first), "\n");
  pre.tabIndex = 0;
  for (const name of Object.keys(headers ?? {}).sort())
    for (const value of headers[name]) pre.append(el("span", "h", name + ": "), value + "\n");
  if (body) pre.append("\n" + pretty(body));
  return pre;
};

const path = (url) => { try { const u = new URL(url); return u.pathname + u.search; } catch { return url; } };

const exchangeAnchor = (face, id) => "x-" + (face ? face + ":" : "") + id;

const fillExchange = (box, x, face) => {
  if (box.querySelector(".both")) return;
  box.append(el("div", "both",
    el("div", "", el("h5", "", "Request"), message(x.method + " " + x.url, x.request_header, x.request_body)),
    el("div", "", el("h5", "", "Answer"), x.error ? el("pre", "", x.error) : message(x.status ? String(x.status) : "output", x.response_header, x.response_body))));
  if (x.drift?.length) {
    const list = el("ul", "plain");
    for (const d of x.drift) list.append(el("li", "", el("code", "", d.pointer), ": expected " + d.expected + ", got " + d.got));
    box.append(el("div", "drift", el("strong", "", "△ Outside its document"), list));
  }
  box.append(el("div", "curl",
    el("h5", "", "As a command" + (x.actor ? " ($OS_TOKEN: a token of " + x.actor + ")" : ""),
      button("quiet", "Copy as curl", async (event) => {
        const pre = event.target.closest(".curl").querySelector("pre");
        if (!await copy(commandOf(x), "Copied as curl")) getSelection().selectAllChildren(pre);
      }),
      button("quiet", "Copy link", () => copyLink(exchangeAnchor(face, x.id)))),
    el("pre", "", commandOf(x))));
};

// exchange shows one request and its answer: a line, and both messages when it is opened.
const exchange = (x, face, open) => {
  const box = el("details", "x");
  box.dataset.anchor = exchangeAnchor(face, x.id);
  const bad = x.error || x.status >= 500;
  box.append(el("summary", "",
    el("span", "role " + x.role, x.role),
    el("span", "req-line", x.method + " " + path(x.url)),
    x.retry ? el("span", "mark", "retry " + x.retry) : "",
    x.drift?.length ? el("span", "mark drift", "△ drift") : "",
    el("span", "status" + (bad ? " bad" : ""), x.error ? "no answer" : x.status ? String(x.status) : "ran"),
    el("span", "dim", [x.actor, x.millis ? x.millis.toFixed(x.millis < 10 ? 1 : 0) + " ms" : "", x.request_id, x.id].filter(Boolean).join(" · "))));
  box.addEventListener("toggle", () => box.open && fillExchange(box, x, face));
  box.open = open;
  if (open) fillExchange(box, x, face);
  return box;
};

// several are exchanges that seldom matter: one line for all of them until it is opened.
const several = (face, ids, words) => {
  const box = el("details", "several"), inside = el("div", "inside");
  box.append(el("summary", "", ids.length + " " + words + (ids.length === 1 ? " exchange" : " exchanges")), inside);
  box.dataset.ids = " " + ids.map((id) => exchangeAnchor(face, id)).join(" ") + " ";
  box.fill = async () => {
    if (inside.hasChildNodes()) return;
    const found = await exchangesOf(face, ids);
    inside.append(...found.map((x) => exchange(x, face, false)), missing(ids.length - found.length));
  };
  box.addEventListener("toggle", () => box.open && box.fill());
  return box;
};
