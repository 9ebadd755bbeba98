// Prints the table of docs/scale.md: how many machines a portal of a given size needs, computed from
// the costs that `make cluster costs` has measured: model.mjs [artefacts/costs.json]
import { readFileSync } from 'node:fs';

const costs = JSON.parse(readFileSync(process.argv[2] ?? 'artefacts/costs.json', 'utf8'));

/** The share of each kind of request. Files and images are a cache's, and not among them. */
const mix = {
  search: 0.6,
  detail: 0.3,
  'own applications': 0.05,
  'notifications of an administrator': 0.001,
  'change of a listing': 0.01,
  login: 0.002,
};
/** Bytes of the index for each listing (docs/performance.md), and of a process without one. */
const indexBytes = 410;
const processBytes = 130e6;
/** A search costs 1.7 times as much at a million as at 100,000: its words are longer lists. */
const searchGrowth = 1.7;
/** Bytes of a response on the wire, compressed. */
const responseBytes = 10_000;
/** Bytes of the database for each listing and one user, application, event and audit entry. */
const rowBytes = costs.database.bytes / costs.database.listings;
/** Bytes of the object store for each listing: five photos. */
const fileBytes = 5 * 400_000;
/** How much of a core may be used before response times rise. */
const utilisation = 0.5;
/** Cores of a machine. */
const cores = 16;

const sizes = [
  { listings: 10_000, people: 20_000, requests: 50 },
  { listings: 100_000, people: 100_000, requests: 1_000 },
  { listings: 1_000_000, people: 1_000_000, requests: 10_000 },
  { listings: 10_000_000, people: 10_000_000, requests: 100_000 },
];

function model({ listings, people, requests }) {
  const growth = Math.max(1, searchGrowth ** Math.log10(listings / 100_000));
  const used = { portal: 0, primary: 0, replica: 0 };
  for (const [kind, share] of Object.entries(mix)) {
    const { portalMs, databaseMs, replicaMs } = costs[kind];
    const perSecond = requests * share;
    used.portal += (perSecond * portalMs * (kind === 'search' ? growth : 1)) / 1000;
    used.primary += (perSecond * databaseMs) / 1000;
    used.replica += (perSecond * replicaMs) / 1000;
  }
  const machines = (load) => Math.max(1, Math.ceil(load / utilisation / cores));
  return {
    listings,
    people,
    'requests a second': requests,
    'portal cores': used.portal,
    'portals of 16 cores': machines(used.portal),
    'memory of each, GB': (processBytes + listings * indexBytes) / 1e9,
    'primary cores': used.primary,
    'replica cores': used.replica,
    'replicas of 16 cores': machines(used.replica),
    'database, GB': (Math.max(listings, people) * rowBytes) / 1e9,
    'files, GB': (listings * fileBytes) / 1e9,
    'network, Gbit/s': (requests * responseBytes * 8) / 1e9,
  };
}

const results = sizes.map(model);
const number = (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(2))).toLocaleString('en');
const names = Object.keys(results[0]);
console.log(`| | ${results.map((_, index) => 'ABCD'[index]).join(' | ')} |`);
console.log(`| --- |${' --- |'.repeat(results.length)}`);
for (const name of names) console.log(`| ${name} | ${results.map((result) => number(result[name])).join(' | ')} |`);
