// difference puts what was expected and what was got side by side, and marks the words only one of them has.
const difference = (expected, got) => {
  const a = (expected || "–").split(/(\s+|[,:{}[\]"])/).filter((w) => w !== ""), b = (got || "–").split(/(\s+|[,:{}[\]"])/).filter((w) => w !== "");
  const rows = a.length * b.length > 250000 ? null : longest(a, b);
  const mark = (words, kept, name) => {
    const out = el("dd", "");
    words.forEach((w, i) => out.append(kept && !kept.has(i) && /\S/.test(w) ? el(name, "", w) : w));
    return out;
  };
  return el("dl", "compare", el("dt", "", "− expected"), mark(a, rows?.[0], "del"), el("dt", "", "+ got"), mark(b, rows?.[1], "ins"));
};

// longest finds which words of two lists belong to their longest common subsequence.
const longest = (a, b) => {
  const n = b.length + 1, length = new Uint32Array((a.length + 1) * n);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * n + j] = a[i] === b[j] ? length[(i + 1) * n + j + 1] + 1 : Math.max(length[(i + 1) * n + j], length[i * n + j + 1]);
  const left = new Set(), right = new Set();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { left.add(i++); right.add(j++); }
    else if (length[(i + 1) * n + j] >= length[i * n + j + 1]) i++;
    else j++;
  }
  return [left, right];
};
