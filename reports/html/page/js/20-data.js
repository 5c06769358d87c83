// The page is packed (gzip, base64url) in parts: "contents" says what belongs where, "x0", "x1" … hold the
// exchanges. A part is unpacked when somebody first looks at what is in it.
const parts = new Map();
const part = (id) => {
  if (!parts.has(id)) parts.set(id, (async () => {
    const packed = byID("blob-" + id).textContent.trim().replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const data = JSON.parse(await new Response(stream).text());
    return id === "contents" ? data : new Map(data.map((x) => [x.id, x]));
  })());
  return parts.get(id);
};
const packed = byID("blob-contents") !== null;
const contents = () => part("contents");

// exchangesOf gives the exchanges with these ids of one report, in order.
const exchangesOf = async (face, ids) => {
  const { parts } = (await contents()).faces[face];
  const found = [];
  for (const id of ids) if (id in parts) found.push((await part("x" + parts[id])).get(id));
  return found.filter(Boolean);
};
