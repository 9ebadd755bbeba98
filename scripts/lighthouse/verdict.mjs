// The medians of the runs of one page, and the bounds that they must reach.
import { median } from './median.mjs';

/** The lower bounds of the median scores, of 100. */
const bounds = {
  mobile: { performance: 96, accessibility: 100, 'best-practices': 100, seo: 100 },
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
};

/**
 * Below this benchmark index a machine is slow: the phone has a lower bound and none in seconds.
 */
const slowMachine = 1000;
const slowPhone = 88;

/** The upper bounds of the medians of a phone: audit, bound, unit. */
const upperBoundsOfPhone = [
  ['largest-contentful-paint', 1800, 'ms'],
  ['total-blocking-time', 100, 'ms'],
  ['cumulative-layout-shift', 0, ''],
];

/** Further columns of the table: audit, and its format. */
const figures = {
  LCP: ['largest-contentful-paint', (time) => `${(time / 1000).toFixed(2)} s`],
  TBT: ['total-blocking-time', (time) => `${Math.round(time)} ms`],
  CLS: ['cumulative-layout-shift', (shift) => shift.toFixed(3)],
  bytes: ['total-byte-weight', (bytes) => `${Math.round(bytes / 1000)} kB`],
};

/** The median scores of the runs of a case, by category. */
export function medians({ page, device, results }) {
  const scoreOf = ({ lhr }, category) => {
    const { score } = lhr.categories[category];
    if (score === null) throw new Error(`Lighthouse has no score for ${category} of ${page} on ${device}`);
    return Math.round(score * 100);
  };
  return Object.fromEntries(
    Object.keys(bounds[device]).map((category) => [category, median(results.map((run) => scoreOf(run, category)))]),
  );
}

/** A line for each missed bound, with the failed audits. */
export function failures(entry, speed) {
  const reached = medians(entry);
  const slow = entry.device === 'mobile' && speed < slowMachine;
  const wanted = slow ? { ...bounds.mobile, performance: slowPhone } : bounds[entry.device];
  const timings = entry.device === 'mobile' && !slow ? missedTimings(entry) : [];
  const scores = Object.entries(wanted)
    .filter(([category, bound]) => !(reached[category] >= bound))
    .map(([category, bound]) => {
      const line = `${entry.page} on ${entry.device}: ${category} ${reached[category]}, at least ${bound}`;
      return category === 'performance' ? line : `${line} (${failedAudits(entry, category).join(', ')})`;
    });
  return [...scores, ...timings];
}

function missedTimings(entry) {
  return upperBoundsOfPhone.flatMap(([audit, bound, unit]) => {
    const value = median(entry.results.map(({ lhr }) => lhr.audits[audit].numericValue));
    const rounded = unit ? Math.round(value) : Number(value.toFixed(3));
    return rounded > bound
      ? [`${entry.page} on ${entry.device}: ${audit} ${rounded} ${unit}, at most ${bound} ${unit}`]
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

export function printTable(cases) {
  const rows = cases.map((entry) => [
    `${entry.page}, ${entry.device}`,
    ...Object.values(medians(entry)).map(String),
    ...Object.values(figures).map(([audit, format]) =>
      format(median(entry.results.map(({ lhr }) => lhr.audits[audit].numericValue))),
    ),
    entry.results.map(({ lhr }) => Math.round(lhr.categories.performance.score * 100)).join(' '),
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
