// fenced is a block of Markdown: its fence is longer than any in the text, so that what a cloud says does not end it.
const fenced = (language, text) => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return fence + language + "\n" + text + "\n" + fence;
};
const mostOfBody = 2000;
const shortened = (body) => body.length > mostOfBody ? body.slice(0, mostOfBody) + "\n… (" + (body.length - mostOfBody) + " characters more)" : body;
const word = (text) => /^[\w.@:+-]+$/.test(text) ? text : quoted(text);
// handCommand prints the script of a row; DIR is the folder that this page is in. A row has its case's id where it was asked at another
// microversion, too.
const handCommand = (id, c) => "plumbline report script DIR " + word(c.variant ? id : id.replace(/^.*#/, "")) + " > row.sh";

// summaryOf is a case for an issue, a chat or an assistant: what was demanded, asked and answered, as Markdown.
const summaryOf = async (id, c, face) => {
  const { faces } = await contents();
  const out = [c.name + ": " + c.verdict, [faces[face].label, c.at && "at " + c.at, variants[c.variant], c.actor && "as " + c.actor].filter(Boolean).join(", ")];
  if (c.reason) out.push(fenced("", c.reason));
  if (c.expected || c.got) out.push(fenced("", "expected: " + (c.expected || "–") + "\ngot:      " + (c.got || "–")));
  if (c.steps?.length) out.push(fenced("gherkin", c.steps.map((s) => `${s.k} ${s.t}${s.s === "passed" ? "" : "   # " + s.s}`).join("\n")));
  const asked = await exchangesOf(face, (c.steps ?? []).flatMap((s) => s.x ?? []));
  for (const x of asked.filter((x) => x.role === "subject")) {
    out.push("The request" + (x.actor ? " ($OS_TOKEN: a token of " + x.actor + ")" : "") + ":", fenced("sh", commandOf(x)),
      x.error ? "No answer:" : "The answer, " + (x.status || "output") + (x.request_id ? " (" + x.request_id + ")" : "") + ":",
      fenced("", shortened(x.error || pretty(x.response_body ?? ""))));
  }
  out.push((c.feature ? "Scenario: features/" + c.feature + (c.line ? ":" + c.line : "") + "\n" : "") + "By hand: " + handCommand(id, c));
  return out.join("\n\n") + "\n";
};

// copySummary copies it, and shows it where a browser does not let the page copy.
const copySummary = async (body, id, c, face) => {
  const text = await summaryOf(id, c, face);
  if (await copy(text, "Copied as Markdown")) return;
  const pre = body.querySelector(".summarytext") ?? el("pre", "summarytext");
  pre.textContent = text;
  pre.tabIndex = 0;
  body.querySelector(".casehead").after(pre);
  getSelection().selectAllChildren(pre);
};
