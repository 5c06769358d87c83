// The page is packed (gzip, base64url) in parts: "contents" says what belongs where, "x0", "x1" … hold the exchanges, and
// "spec-…" the tables and requirements of a specification. A part is unpacked when somebody first looks at what is in it.
const unpack = async (id) => {
  const packed = byID("blob-" + id).textContent.trim().replace(/-/g, "+").replace(/_/g, "/");
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};
const once = (make) => { let made; return () => (made ??= make()); };
const packed = byID("blob-contents") !== null;

// idsOf reads ids of exchanges: a number says how much it is above the one before.
const idsOf = (list) => { let n = 0; return list.map((i) => (typeof i === "number" ? "x" + (n += i) : i)); };

const contents = once(async () => {
  const all = JSON.parse(await unpack("contents")), text = (n) => all.texts[n];
  const story = ([after, ...steps]) => ({
    after: idsOf(after ?? []),
    steps: steps.map(([k, t, s, m, f, ...x]) => ({ k: text(k), t: text(t), s: text(s), m: text(m), f: text(f), x: idsOf(x) })),
  });
  const names = ["row", "name", "at", "variant", "actor", "verdict", "reason", "probe", "expected", "got", "feature"];
  const caseOf = (list) => {
    const c = Object.fromEntries(names.map((name, i) => [name, text(list[i])]));
    [c.line, c.millis, c.flaky] = list.slice(11, 14);
    c.attempts = (list[15] ?? []).map(([outcome, reason, told]) => ({ outcome: text(outcome), reason: text(reason), ...story(told) }));
    return Object.assign(c, story(list[14]));
  };
  const faces = all.faces.map((f) => ({ ...f, outside: idsOf(f.outside ?? []), list: f.cases.map((c) => text(c[0])), cases: new Map(f.cases.map((c) => [text(c[0]), caseOf(c)])) }));
  const named = (lists) => Object.fromEntries(Object.entries(lists).map(([id, of]) => [id, of.map((numbers, face) => numbers.map((n) => faces[face].list[n]))]));
  return { faces, requirements: named(all.requirements), lines: named(all.lines) };
});

// evidence reads all exchanges: see dictionary.go. What is kept of each is which templates and words its texts are made of.
const evidence = once(async () => {
  const found = [];
  let templates, words, fresh, number, face = -1;
  const read = (ref) => {
    if (!ref) return null;
    const cut = ref.indexOf(":"), template = templates[parseInt(cut < 0 ? ref : ref.slice(0, cut), 36)];
    if (cut >= 0) {
      const last = template.last = [...template.last];
      ref.slice(cut + 1).split(",").forEach((w, i) => { if (w) last[i] = w === "+" ? fresh++ : fresh - parseInt(w, 36); });
    }
    return { template, at: template.last, words };
  };
  const write = (text) => text ? text.template.parts.map((p, i) => (i ? text.words[text.at[i - 1]] : "") + p).join("") : "";
  for (let n = 0; byID("blob-x" + n); n++) {
    const block = JSON.parse(await unpack("x" + n));
    if (block.f !== face) { face = block.f; found[face] = new Map(); templates = []; words = []; fresh = number = 0; }
    for (const w of block.w) words.push(w);
    for (const t of block.t) templates.push({ parts: t.split("\0"), last: [] });
    for (const line of block.x.split("\n")) {
      if (!line) continue;
      const [id, ...refs] = line.split("|");
      const name = id[0] === "!" ? write(read(id.slice(1))) : "x" + (number += parseInt(id, 36));
      found[face].set(name, refs.map(read));
    }
  }
  return { found, write };
});

const headersOf = (text) => {
  const headers = {};
  for (const line of text.split("\n").filter(Boolean)) {
    const cut = line.indexOf(": ");
    (headers[line.slice(0, cut)] ??= []).push(line.slice(cut + 2));
  }
  return headers;
};

// exchangesOf gives the exchanges with these ids of one report, in order: those that are in the page.
const exchangesOf = async (face, ids) => {
  if (ids.length === 0) return [];
  const { found, write } = await evidence(), out = [];
  for (const id of ids) {
    const texts = found[face]?.get(id)?.map(write);
    if (!texts) continue;
    const [role, actor, service, method, status, retry] = texts[0].split("\n"), more = texts[6] ? JSON.parse(texts[6]) : {};
    const x = {
      id, role, actor, service, method, status: Number(status), retry: Number(retry), url: texts[1], request_header: headersOf(texts[2]),
      request_body: texts[3], response_header: headersOf(texts[4]), response_body: texts[5], ...more,
    };
    x.request_id = x.response_header["X-Openstack-Request-Id"]?.[0] ?? x.response_header["X-Compute-Request-Id"]?.[0];
    out.push(x);
  }
  return out;
};

// missing says how to get exchanges that the page has no room for.
const missing = (n, row) => n <= 0 ? "" : el("p", "dim gone", `${n} exchange${n === 1 ? " is" : "s are"} not in this page, which has a bounded size: `,
  el("code", "", "plumbline report show DIR " + (row ?? "ROW")), " prints everything from events.ndjson, which lies beside it.");
