"use strict";
(() => {
  const glyphs = { pass: "✓", fail: "✕", error: "!", "not-run": "○", waived: "~", excluded: "−", unsupported: "–", unobservable: "?", "not-applicable": "·", passed: "✓", failed: "✕", skipped: "○" };
  const tones = { passed: "pass", failed: "fail", error: "error", skipped: "not-run" };
  const variants = { "since-1": "one microversion earlier", newest: "newest microversion" };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const byID = (id) => document.getElementById(id);

  // el builds an element; text always goes in as text, never as markup.
  const el = (name, className, ...children) => {
    const node = document.createElement(name);
    if (className) node.className = className;
    node.append(...children.filter((c) => c !== "" && c != null));
    return node;
  };

  // The exchanges are packed (gzip, base64url) and unpacked when somebody first opens a row.
  let unpacked;
  const data = () => unpacked ??= (async () => {
    const packed = byID("data").textContent.trim().replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  })();

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
    const pre = el("pre", "", first + "\n");
    for (const name of Object.keys(headers ?? {}).sort())
      for (const value of headers[name]) pre.append(el("span", "h", name + ": "), value + "\n");
    if (body) pre.append("\n" + pretty(body));
    return pre;
  };

  const path = (url) => { try { const u = new URL(url); return u.pathname + u.search; } catch { return url; } };

  const copyButton = (text) => {
    const button = el("button", "quiet", "Copy");
    button.type = "button";
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; }
      catch { button.textContent = "Press Ctrl+C"; getSelection().selectAllChildren(button.closest(".curl").querySelector("pre")); }
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    return button;
  };

  const exchange = (x, open) => {
    const box = el("details", "x");
    box.open = open;
    box.append(el("summary", "",
      el("span", "role " + x.role, x.role),
      el("span", "req-line", x.method + " " + path(x.url)),
      el("span", "status", x.error ? "no answer" : String(x.status)),
      el("span", "dim", [x.actor, x.millis ? x.millis.toFixed(x.millis < 10 ? 1 : 0) + " ms" : "", x.request_id, x.id].filter(Boolean).join(" · "))));
    const fill = () => {
      if (box.querySelector(".both")) return;
      box.append(el("div", "both",
        el("div", "", el("h5", "", "Request"), message(x.method + " " + x.url, x.request_header, x.request_body)),
        el("div", "", el("h5", "", "Answer"), x.error ? el("pre", "", x.error) : message(String(x.status), x.response_header, x.response_body))));
      if (x.drift?.length) box.append(el("div", "drift", "Outside its document: " + x.drift.map((d) => `${d.pointer}: expected ${d.expected}, got ${d.got}`).join("; ")));
      box.append(el("div", "curl", el("h5", "", "As a command" + (x.actor ? " ($OS_TOKEN: a token of " + x.actor + ")" : ""), copyButton(x.curl)), el("pre", "", x.curl)));
    };
    if (open) fill();
    box.addEventListener("toggle", () => box.open && fill());
    return box;
  };

  // caseBody shows one case; brief leaves out what the line above it already says.
  const caseBody = (c, exchanges, brief) => {
    const body = el("div", "body " + c.verdict, brief ? "" : el("h4", "", c.name),
      el("p", "where", [c.at && "at " + c.at, variants[c.variant], c.actor && "as " + c.actor, c.feature && c.feature + (c.line ? ":" + c.line : ""), c.exchanges.length + (c.exchanges.length === 1 ? " exchange" : " exchanges")].filter(Boolean).join(" · ")));
    if (c.verdict !== "pass" && !brief) body.append(el("p", "because", glyphs[c.verdict] + " " + c.verdict + ": " + c.reason));
    if (c.probe) body.append(el("p", "where", "Probe: " + c.probe));
    if (c.expected || c.got) body.append(el("dl", "compare", el("dt", "", "expected"), el("dd", "", c.expected || "–"), el("dt", "", "got"), el("dd", "", c.got || "–")));
    if (c.steps?.length) {
      const list = el("ol", "steps");
      for (const s of c.steps) list.append(el("li", tones[s.status] ?? "error", el("span", "mark", glyphs[s.status] ?? "!"), el("b", "", s.keyword), " " + s.text, s.status === "passed" ? "" : el("span", "vh", " (" + s.status + ")"), s.message ? el("span", "msg", s.message) : ""));
      body.append(list);
    }
    for (const id of c.exchanges) if (exchanges[id]) body.append(exchange(exchanges[id], exchanges[id].role === "subject"));
    return body;
  };

  const fillDetail = async (target, ids, brief) => {
    try {
      const d = await data();
      target.replaceChildren(...ids.filter((id) => d.cases[id]).map((id) => caseBody(d.cases[id], d.exchanges, brief)));
    } catch (err) {
      target.replaceChildren(el("div", "body", "This browser cannot unpack the exchanges (" + err.message + "). They are in events.ndjson beside this page."));
    }
  };

  const toggle = (button, make, find) => {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    const old = find();
    if (old) old.hidden = open;
    else if (!open) make();
  };

  const toggleCase = (button) => {
    const item = button.closest(".case");
    toggle(button, () => {
      const target = el("div", "detail");
      item.append(target);
      fillDetail(target, [button.dataset.case], true);
    }, () => item.querySelector(":scope > .detail"));
  };

  const toggleLine = (button) => {
    const row = button.closest("tr");
    const why = row.nextElementSibling?.classList.contains("whyrow") ? row.nextElementSibling : row;
    const after = why.nextElementSibling;
    toggle(button, () => {
      const target = el("td");
      target.colSpan = row.children.length;
      why.after(el("tr", "detail", target));
      fillDetail(target, JSON.parse(button.dataset.cases));
    }, () => after?.classList.contains("detail") ? after : null);
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (button?.matches(".caseline")) return toggleCase(button);
    if (button?.matches(".expand")) return toggleLine(button);
    if (button?.matches(".xref")) {
      const x = (await data()).exchanges[button.dataset.exchange];
      if (x) byID("peek").replaceChildren(exchange(x, true));
      return;
    }
    const row = event.target.closest("tr.line");
    if (row && !button && !getSelection().toString()) toggleLine(row.querySelector(".expand"));
  });

  // Filters: verdicts (any of them), one specification, all the words of the search.
  const wanted = new Set();
  const texts = new Map();
  const text = (node) => {
    if (!texts.has(node)) texts.set(node, node.textContent.toLowerCase());
    return texts.get(node);
  };
  const items = all(".req, tr.line");
  const total = all(".req").length;
  items.forEach(text);

  const filter = () => {
    const words = byID("q").value.toLowerCase().split(/\s+/).filter(Boolean);
    const spec = byID("spec").value;
    const active = wanted.size > 0 || words.length > 0 || spec !== "";
    let shown = 0;
    for (const section of all(".specification")) {
      const inSpec = !spec || section.dataset.spec === spec;
      let any = false;
      for (const item of all(".req, tr.line", section)) {
        const match = inSpec && (!wanted.size || wanted.has(item.dataset.v)) && words.every((w) => text(item).includes(w));
        item.hidden = !match;
        for (let next = item.nextElementSibling; next?.matches("tr.whyrow, tr.detail"); next = next.nextElementSibling)
          next.hidden = !match || (next.matches(".detail") && item.querySelector(".expand").getAttribute("aria-expanded") === "false");
        any ||= match;
        if (match && item.matches(".req")) shown++;
      }
      for (const figure of all(".decision", section)) figure.hidden = active && !figure.querySelector("tr.line:not([hidden])");
      for (const list of all(".reqs", section)) list.hidden = !list.querySelector(".req:not([hidden])");
      for (const heading of all(":scope > h3", section)) {
        let next = heading.nextElementSibling, visible = false;
        for (; next && next.matches(".reqs, .decision, .differences"); next = next.nextElementSibling) visible ||= !next.hidden;
        heading.hidden = !visible;
      }
      for (const box of all(".differences", section)) box.hidden = wanted.size > 0 || words.length > 0;
      section.hidden = active && !any;
    }
    byID("clear").hidden = !active;
    byID("nothing").hidden = all(".specification:not([hidden])").length > 0;
    byID("shown").textContent = active ? `${shown} of ${total} requirements shown` : "";
  };

  const clear = () => {
    wanted.clear();
    byID("q").value = "";
    byID("spec").value = "";
    for (const chip of all(".chip")) chip.setAttribute("aria-pressed", "false");
    filter();
  };
  for (const chip of all(".chip")) chip.addEventListener("click", () => {
    const v = chip.dataset.filter;
    wanted.has(v) ? wanted.delete(v) : wanted.add(v);
    chip.setAttribute("aria-pressed", String(wanted.has(v)));
    filter();
  });
  byID("q").addEventListener("input", filter);
  byID("spec").addEventListener("change", filter);
  byID("clear").addEventListener("click", clear);
  byID("clear2").addEventListener("click", clear);

  // A link to a requirement opens it, also when a filter hides it.
  const follow = () => {
    const target = location.hash.length > 1 && byID(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.hidden || target.closest("[hidden]")) clear();
    if (target.matches("details")) { target.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", follow);
  follow();

  const root = document.documentElement;
  const keep = (value) => { try { return value === undefined ? localStorage.getItem("plumbline-theme") : localStorage.setItem("plumbline-theme", value); } catch { return null; } };
  if (keep()) root.dataset.theme = keep();
  byID("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    keep(root.dataset.theme);
  });
})();
