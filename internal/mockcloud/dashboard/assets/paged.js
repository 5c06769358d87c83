import {$, h, once} from "./dom.js";
import {call} from "./api.js";
import {attempt} from "./alarm.js";
import {Windowed} from "./windowed.js";

const size = 100; // records of a page
const most = 20; // pages that are remembered

// Paged is a list of the records of a kind, which stay with the mock: only the pages in view are asked for. row makes the
// row of a record; empty is what is shown instead of a list: the text, and the command that makes a record. arrange, where
// it is set, makes all rows, and puts others between those of the records.
export class Paged {
  constructor(kind, row, empty) {
    this.kind = kind;
    this.row = row;
    this.empty = empty;
    this.pane = $(kind);
    this.list = new Windowed(this.pane.querySelector(".list"), this.pane.querySelector(".empty"));
    this.list.seen = rows => this.see(rows);
    this.pages = new Map();
    this.view = [0];
    this.groups = [];
    this.mark = this.words = this.drawn = "";
    this.draw = once(() => this.list.set(this.rows()));
    document.addEventListener("chosen", () => this.fill());
  }

  // look shows the state with a mark, only the records with the given words. It answers when that has been done.
  look(mark, words) {
    this.mark = mark;
    this.words = words;
    return this.fill();
  }

  rows() { return this.arrange ? this.arrange(this) : Array.from({length: this.found ?? 0}, (_, i) => this.at(i)); }

  // at is the row of a record by its number, a waiting one until its page is here.
  at(i) {
    return this.loaded(i) ?? {
      key: this.waiting(i), sign: "", class: "waiting", index: i, draw: () => [h("span", {class: "dim"}, "…")],
      open: () => { // at once if its page came meanwhile, else when it comes
        if (this.loaded(i)) this.loaded(i).open();
        else this.opening = i;
      },
    };
  }

  loaded(i) { return this.pages.get(Math.floor(i / size))?.rows[i % size]; }

  waiting(i) { return this.kind + " " + i; }

  see(rows) {
    const view = new Set(rows.filter(r => r.index !== undefined).map(r => Math.floor(r.index / size)));
    this.view = view.size ? [...view] : [0];
    this.fill();
  }

  // missing is the number of a page in view that is not here as it is now; the first one comes first after other words.
  missing() {
    if (!this.mark || !this.pane.checkVisibility()) return undefined;
    if (this.words !== this.drawn) return 0;
    return this.view.find(p => this.pages.get(p)?.mark !== this.mark);
  }

  // fill asks for what is missing, one page at a time.
  fill() {
    this.filling ??= attempt(async () => {
      try {
        for (let page; (page = this.missing()) !== undefined;) await this.fetch(page);
      } catch (e) {
        if (!(e instanceof TypeError)) throw e; // a broken connection is the stream's business
      }
    }).finally(() => { this.filling = null; });
    return this.filling;
  }

  async fetch(page) {
    const {mark, words} = this;
    const said = await call("GET", `state/${this.kind}?offset=${page * size}&limit=${size}&find=${encodeURIComponent(words)}`);
    if (words !== this.words) return;
    if (words !== this.drawn) this.pages.clear();
    this.drawn = words;
    this.pages.delete(page);
    this.pages.set(page, {mark, rows: said.records.map((record, at) => {
      const index = said.offset + at;
      return {...this.row(record), was: this.waiting(index), index};
    })});
    for (const old of [...this.pages.keys()].slice(0, Math.max(0, this.pages.size - most))) this.pages.delete(old);
    this.take(said);
    if (!said.found) this.say(said.total);
    this.draw();
    if (Math.floor(this.opening / size) === page) {
      this.loaded(this.opening)?.open();
      this.opening = undefined;
    }
  }

  // take remembers what an answer says of the whole list: how many there are, and in which groups.
  take(said) {
    this.found = said.found;
    this.groups = said.groups ?? [];
  }

  say(all) {
    const {text, command} = this.empty;
    this.pane.querySelector(".empty").replaceChildren(...(this.words && all
      ? [h("p", {}, `None of ${all.toLocaleString("en")} ${this.kind} has these words.`)]
      : [h("p", {}, text), h("p", {class: "dim"}, "One that a client makes appears here at once:"), h("pre", {}, command)]));
  }
}
