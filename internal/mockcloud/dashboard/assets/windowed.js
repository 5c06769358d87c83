import {h, once} from "./dom.js";

const beyond = 6; // rows that are there above and below what can be seen

// Windowed shows a list of any length: only the rows in view exist. A row is {key, sign, draw() → nodes, open?(), label?,
// class?, was?}; one whose sign has not changed is left alone, and one takes the place of the row whose key it was before.
// seen(rows), where it is set, is told which rows are there. Arrow keys, Home, End and Page keys move between rows.
export class Windowed {
  constructor(box, empty) {
    this.box = box;
    this.empty = empty;
    this.rows = [];
    this.nodes = new Map();
    this.active = null;
    this.room = h("div", {class: "room", role: "list"});
    this.room.setAttribute("aria-label", box.getAttribute("aria-label"));
    box.replaceChildren(this.room);
    this.paint = once(() => this.draw());
    box.addEventListener("scroll", this.paint, {passive: true});
    box.addEventListener("click", e => this.open(e.target.closest("[data-key]")));
    box.addEventListener("keydown", e => this.key(e));
    box.addEventListener("focusin", e => {
      const at = e.target.closest("[data-key]");
      if (at) this.active = at.dataset.key;
    });
    new ResizeObserver(this.paint).observe(box);
  }

  get height() { return parseFloat(getComputedStyle(this.box).getPropertyValue("--row")) || 40; }

  // set replaces all rows. grown says how many were put in front, so that what is read stays where it is.
  set(rows, grown = 0) {
    this.rows = rows;
    this.empty.hidden = rows.length > 0;
    this.box.hidden = rows.length === 0;
    if (grown && this.box.scrollTop > this.height / 2) this.box.scrollTop += grown * this.height;
    this.paint();
  }

  draw() {
    const tall = this.height, seen = new Set();
    this.room.style.height = this.rows.length * tall + "px";
    const first = Math.max(0, Math.floor(this.box.scrollTop / tall) - beyond);
    const last = Math.min(this.rows.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / tall) + beyond);
    const shown = this.rows.slice(first, last);
    for (const row of shown) this.take(row);
    if (!shown.some(r => r.key === this.active)) this.active = shown.find(r => r.open)?.key;
    shown.forEach((row, i) => {
      seen.add(row.key);
      const node = this.node(row);
      node.style.transform = `translateY(${(first + i) * tall}px)`;
      node.setAttribute("aria-setsize", this.rows.length);
      node.setAttribute("aria-posinset", first + i + 1);
    });
    for (const [key, node] of this.nodes) {
      if (seen.has(key) || node.contains(document.activeElement) && this.rows.some(r => r.key === key)) continue;
      node.remove();
      this.nodes.delete(key);
    }
    this.seen?.(shown);
  }

  // take gives a row the place of the one that it was before: who stands on that one stands on this.
  take(row) {
    const node = row.was !== undefined && row.was !== row.key && this.nodes.get(row.was);
    if (!node || this.nodes.has(row.key)) return;
    this.nodes.delete(row.was);
    this.nodes.set(row.key, node);
    node.firstChild.dataset.key = row.key;
    if (this.active === row.was) this.active = row.key;
  }

  node(row) {
    let node = this.nodes.get(row.key);
    if (!node) {
      const inside = h(row.open ? "button" : "div", {class: "row"});
      inside.dataset.key = row.key;
      node = h("div", {class: "item", role: "listitem"}, inside);
      this.nodes.set(row.key, node);
      this.room.append(node);
    }
    const inside = node.firstChild;
    if (row.open) inside.tabIndex = row.key === this.active ? 0 : -1;
    if (node.dataset.sign !== row.sign) {
      inside.replaceChildren(...row.draw());
      inside.className = "row " + (row.class ?? "") + (node.dataset.sign ? " changed" : "");
      if (row.label) inside.setAttribute("aria-label", row.label);
      if (row.expanded !== undefined) inside.setAttribute("aria-expanded", row.expanded);
      node.dataset.sign = row.sign;
    }
    return node;
  }

  open(node) {
    if (!node) return;
    this.active = node.dataset.key;
    this.rows[this.at(node.dataset.key)]?.open?.();
  }

  // at is the number of the row with a key, also of one that has taken the place of that row and is not drawn yet.
  at(key) { return this.rows.findIndex(r => r.key === key || r.was === key); }

  key(e) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.height) - 1);
    const by = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity}[e.key];
    if (!by) return;
    e.preventDefault();
    const can = this.rows.map((r, i) => r.open ? i : -1).filter(i => i >= 0);
    const now = can.indexOf(this.at(this.active));
    const next = can[Math.min(can.length - 1, Math.max(0, now + by))];
    if (next === undefined) return;
    this.active = this.rows[next].key;
    const tall = this.height, top = next * tall;
    if (top < this.box.scrollTop) this.box.scrollTop = top;
    if (top + tall > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = top + tall - this.box.clientHeight;
    this.draw();
    this.nodes.get(this.active)?.firstChild.focus({preventScroll: true});
    this.draw();
  }
}
