const caseAnchor = (face, id) => "case-" + (face ? face + ":" : "") + id;

// stepsOf tells the story of one attempt: each sentence, how it went, and what was asked of the cloud for it.
const stepsOf = async (attempt, face, row) => {
  const list = el("ol", "steps");
  let before = "";
  for (const s of attempt.steps ?? []) {
    const item = el("li", tones[s.s] ?? "error",
      el("p", "", el("span", "mark-step", glyphs[s.s] ?? "!"), el("b", "", s.k), " " + s.t, s.s === "passed" ? "" : el("span", "how", " " + s.s),
        s.f && s.f !== before ? preparedBy(face, s.f) : ""),
      s.m ? el("p", "msg", s.m) : "");
    // What the step is about stands open; of a step that did not pass everything is named, else what led there stays folded.
    const exchanges = await exchangesOf(face, s.x ?? []);
    const named = s.s !== "passed" && exchanges.length <= 6;
    let folded = [];
    const fold = () => {
      if (folded.length) item.append(several(face, folded.map((x) => x.id), roles[folded[0].role] ?? folded[0].role));
      folded = [];
    };
    for (const x of exchanges) {
      if (x.role !== "subject" && !named) {
        if (folded.length && folded[0].role !== x.role) fold();
        folded.push(x);
        continue;
      }
      fold();
      item.append(exchange(x, face, x.role === "subject"));
    }
    fold();
    item.append(missing((s.x ?? []).length - exchanges.length, row));
    before = s.f ?? "";
    list.append(item);
  }
  return list;
};

// preparedBy leads to the case whose set-up this one found.
const preparedBy = (face, id) => {
  const link = el("a", "", id.replace(/^.*#/, ""));
  link.href = addressOf(caseAnchor(face, id), "");
  return el("span", "how", " prepared by ", link);
};

// caseBody shows one case of one report.
const caseBody = async (id, c, face) => {
  const label = many ? (await contents()).faces[face].label : "";
  const body = el("article", "body " + c.verdict);
  body.dataset.anchor = caseAnchor(face, id);
  body.append(el("header", "casehead",
    el("h4", "", label ? el("span", "lbl", label) : "", c.name), badge(c.verdict),
    c.verdict === "pass" ? "" : button("quiet astext", "Copy as text", () => copySummary(body, id, c, face)), button("quiet", "Copy link", () => copyLink(body.dataset.anchor))));
  body.append(el("p", "where", [c.at && "at " + c.at, variants[c.variant], c.actor && "as " + c.actor, c.millis ? (c.millis / 1000).toFixed(1) + " s" : "", c.feature && c.feature + (c.line ? ":" + c.line : "")].filter(Boolean).join(" · ")));
  if (c.verdict !== "pass") body.append(el("p", "because", c.reason));
  if (c.probe) body.append(el("p", "where", "Probe: " + c.probe));
  if (c.expected || c.got) body.append(difference(c.expected, c.got));
  for (const [i, earlier] of (c.attempts ?? []).entries()) {
    const box = el("details", "attempt " + earlier.outcome);
    box.append(el("summary", "", `Attempt ${i + 1} of ${c.attempts.length}: `, badge(earlier.outcome), " " + (earlier.reason ?? "")));
    if (earlier.steps?.length) box.append(await stepsOf(earlier, face, id.replace(/^.*#/, "")));
    if (earlier.after?.length) box.append(several(face, earlier.after, "clean-up"));
    box.open = earlier.outcome !== "pass";
    body.append(box);
  }
  if (c.verdict !== "pass" && c.steps?.length) body.append(el("p", "where", "By hand: ", el("code", "", handCommand(id, c))));
  if (c.steps?.length) body.append(await stepsOf(c, face, id.replace(/^.*#/, "")));
  if (c.after?.length) body.append(several(face, c.after, "clean-up"));
  return body;
};

// casesInto fills a place with the cases of every report: what each report has of one row stands together.
const casesInto = async (target, lists, heading) => {
  if (target.dataset.filled) return;
  target.dataset.filled = "true";
  try {
    const { faces } = await contents();
    for (const [face, ids] of lists.entries())
      for (const id of ids) {
        const c = faces[face].cases.get(id);
        if (c) target.append(heading ? await caseLine(id, c, face) : await caseBody(id, c, face));
      };
  } catch (err) {
    target.replaceChildren(el("p", "body", "This browser cannot unpack the exchanges (" + err.message + "). They are in events.ndjson beside this page."));
  }
};

// caseLine is a case in the list of a requirement: one line, everything when it is opened.
const caseLine = async (id, c, face) => {
  const box = el("details", "case " + c.verdict);
  box.dataset.anchor = caseAnchor(face, id);
  box.append(el("summary", "caseline",
    el("span", "cname", many ? el("span", "lbl", (await contents()).faces[face].label) : "", c.name, c.verdict === "pass" ? "" : el("span", "why", c.reason)),
    el("span", "at", c.at ?? "", c.variant ? el("em", "", " " + (variants[c.variant] ?? c.variant)) : ""),
    el("span", "flags", c.flaky ? el("span", "mark flaky", "≈ flaky") : "", badge(c.verdict))));
  const inside = el("div", "detail");
  box.append(inside);
  box.fill = async () => {
    if (inside.dataset.filled) return;
    inside.dataset.filled = "true";
    inside.append(await caseBody(id, c, face));
  };
  box.addEventListener("toggle", () => box.open && box.fill());
  return box;
};
