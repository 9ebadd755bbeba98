// What the runs of one page come to, and whether that is enough.

/** What each median has to reach, of 100. */
const bounds = {
  mobile: { performance: 96, accessibility: 100, 'best-practices': 100, seo: 100 },
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
};

/** Below this benchmark index a machine is slow, and a phone on it has to reach less and has no bounds in seconds. */
const slowMachine = 1000;
const slowPhone = 88;

/** What the medians of a phone may be at most: audit, bound, unit. */
const mostOfPhone = [
  ['largest-contentful-paint', 1800, 'ms'],
  ['total-blocking-time', 100, 'ms'],
  ['cumulative-layout-shift', 0, ''],
];

/** Figures beside the points: audit, and how it reads. */
const figures = {
  LCP: ['largest-contentful-paint', (time) => `${(time / 1000).toFixed(2)} s`],
  TBT: ['total-blocking-time', (time) => `${Math.round(time)} ms`],
  CLS: ['cumulative-layout-shift', (shift) => shift.toFixed(3)],
  bytes: ['total-byte-weight', (bytes) => `${Math.round(bytes / 1000)} kB`],
};

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median points of a view's runs, by category. */
export function medians({ page, form, results }) {
  const points = ({ lhr }, category) => {
    const { score } = lhr.categories[category];
    if (score === null) throw new Error(`Lighthouse could not judge the ${category} of ${page} on ${form}`);
    return Math.round(score * 100);
  };
  return Object.fromEntries(
    Object.keys(bounds[form]).map((category) => [category, median(results.map((run) => points(run, category)))]),
  );
}

/** A line for each bound that a view misses, with the audits that say why. */
export function failures(view, speed) {
  const reached = medians(view);
  const slow = view.form === 'mobile' && speed < slowMachine;
  const wanted = slow ? { ...bounds.mobile, performance: slowPhone } : bounds[view.form];
  const timings = view.form === 'mobile' && !slow ? missedTimings(view) : [];
  const points = Object.entries(wanted)
    .filter(([category, bound]) => !(reached[category] >= bound))
    .map(([category, bound]) => {
      const line = `${view.page} on ${view.form}: ${category} ${reached[category]}, at least ${bound}`;
      return category === 'performance' ? line : `${line} (${failedAudits(view, category).join(', ')})`;
    });
  return [...points, ...timings];
}

function missedTimings(view) {
  return mostOfPhone.flatMap(([audit, bound, unit]) => {
    const value = median(view.results.map(({ lhr }) => lhr.audits[audit].numericValue));
    const rounded = unit ? Math.round(value) : Number(value.toFixed(3));
    return rounded > bound
      ? [`${view.page} on ${view.form}: ${audit} ${rounded} ${unit}, at most ${bound} ${unit}`]
      : [];
  });
}

function failedAudits({ results }, category) {
  const names = results.flatMap(({ lhr }) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
      .map(({ id }) => id),
  );
  return [...new Set(names)];
}

export function printTable(views) {
  const rows = views.map((view) => [
    `${view.page}, ${view.form}`,
    ...Object.values(medians(view)).map(String),
    ...Object.values(figures).map(([audit, written]) =>
      written(median(view.results.map(({ lhr }) => lhr.audits[audit].numericValue))),
    ),
    view.results.map(({ lhr }) => Math.round(lhr.categories.performance.score * 100)).join(' '),
  ]);
  const head = ['', 'performance', 'accessibility', 'best practices', 'SEO', ...Object.keys(figures), 'each run'];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) {
    const [name, ...cells] = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
    console.log(`  ${[name, ...cells].join('  ')}`);
  }
}
