// How an exchange of the journal looks in a list and on its own.

// kind tells apart what the mock does not implement (missing), what failed (bad), what was refused (odd), and the rest (good).
export const kind = e => e.unimplemented ? "missing" : e.bugs || e.status >= 500 ? "bad" : e.status >= 400 ? "odd" : "good";
export const sign = e => ({missing: "?", bad: "✕", odd: "!", good: "✓"})[kind(e)];
export const word = e => ({missing: "not implemented", bad: "failed", odd: "refused", good: "answered"})[kind(e)];
export const took = micros => micros < 1000 ? micros + " µs" : micros < 1e6 ? (micros / 1000).toFixed(1) + " ms" : (micros / 1e6).toFixed(2) + " s";
