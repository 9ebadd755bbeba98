// The figures of a check, and whether they keep their bounds.

const comparisons = {
  atMost: (value, bound) => value <= bound,
  atLeast: (value, bound) => value >= bound,
  exactly: (value, bound) => value === bound,
};
const signs = { atMost: '≤', atLeast: '≥', exactly: '=' };

export class Report {
  figures = [];
  misses = [];
  notes = [];

  /** Adds a figure; `bound` is `{ atMost }`, `{ atLeast }` or `{ exactly }`, or none. */
  figure(name, value, bound = {}, unit = '') {
    const [[kind, limit] = []] = Object.entries(bound);
    const shown = `${name} ${round(value)}${unit}${kind ? ` (${signs[kind]} ${round(limit)})` : ''}`;
    this.figures.push(shown);
    if (kind && !comparisons[kind](value, limit)) this.misses.push(shown);
    console.log(`    ${this.misses.includes(shown) ? 'MISSED ' : ''}${shown}`);
  }

  /** Adds all of another report. */
  include({ figures, misses, notes }) {
    this.figures.push(...figures);
    this.misses.push(...misses);
    this.notes.push(...notes);
  }

  /** Each text is a violation; none may be there. */
  violations(name, texts) {
    this.figure(name, texts.length, { exactly: 0 });
    for (const text of texts.slice(0, 5)) console.log(`      ${text}`);
  }

  /** Something that was not checked, and why. */
  note(text) {
    this.notes.push(text);
    console.log(`    not checked: ${text}`);
  }
}

const round = (value) => (Number.isInteger(value) || typeof value !== 'number' ? value : Number(value.toPrecision(3)));
