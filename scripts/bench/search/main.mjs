// Measures the search; see ../search.sh. SIZES, ROUNDS, SECONDS_A_RUN, CHANGES and KEYWORDS change
// the amount.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { measureFreshness } from './freshness.mjs';
import { startHandWritten } from './handWritten.mjs';
import { measureKeywords } from './keywords.mjs';
import { measureLoading, measureRestart } from './loading.mjs';
import { memoryOf, pgbench, pinPostgres, run, seed, sql, startPortal, used } from './portal.mjs';
import { median } from '../median.mjs';

const sizes = (process.env.SIZES ?? '10000 100000').split(' ').map(Number);
const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS_A_RUN ?? 6);
const here = import.meta.dirname;
let missed = false;

for (const size of sizes) await measure(size);
process.exit(missed ? 1 : 0);

function bound(text, value, holds) {
  console.log(`  ${text} ${value}: ${holds ? 'within' : 'NOT within'}`);
  missed ||= !holds;
}

async function measure(size) {
  pinPostgres('0,1');
  seed(size - Number(sql('SELECT count(*) FROM listings')));
  sql('VACUUM (FREEZE, ANALYZE)');
  const available = Number(sql('SELECT count(*) FROM listings WHERE searchable'));
  console.log(`\n${size} listings, ${available} of them available`);

  const inSql = await startPortal({ PORTAL_SEARCH_IN_MEMORY: 'false' });
  const before = memoryOf(inSql.pid);
  const { portal: inMemory, milliseconds, ratio, memory, parts } = await measureLoading();
  console.log(`  loaded in ${milliseconds} ms; ${memory.toFixed(0)} MB in use, ${before.toFixed(0)} MB without an index (${parts})`);
  if (size >= 1e5) bound('loading : a COPY of the same rows (bound 1.6)', ratio.toFixed(2), ratio <= 1.6);
  else console.log(`  loading : a COPY of the same rows ${ratio.toFixed(2)}`);

  const restart = await measureRestart();
  console.log(
    `  restarted with a file of ${restart.megabytes.toFixed(0)} MB: stopped in ${restart.stopped.toFixed(0)} ms, loaded in ${restart.loaded} ms (${(milliseconds / restart.loaded).toFixed(1)} times as fast as from the database)`,
  );
  bound('ready after a restart (bound 5,000 ms)', `${restart.ready.toFixed(0)} ms`, restart.ready <= 5000);

  // From now on on one core.
  pinPostgres('0');
  inSql.pin();
  inMemory.pin();
  await compare(size, inMemory, inSql);
  const peak = memoryOf(inMemory.pid);
  if (size >= 1e6) bound('memory (bound 700 MB)', `${peak.toFixed(0)} MB`, peak <= 700);

  const fresh = await measureFreshness(inMemory.url, Number(process.env.CHANGES ?? 300));
  console.log(`  from a write to its being found, while 200 listings a second change: p50 ${fresh.p50} ms, p99 ${fresh.p99} ms`);
  bound('found at p99 (bound 1,000 ms)', `${fresh.p99} ms`, fresh.p99 <= 1000);
  console.log(`  memory afterwards ${memoryOf(inMemory.pid).toFixed(0)} MB`);

  const { slowest, middle, keyword } = await measureKeywords(inMemory.url, Number(process.env.KEYWORDS ?? 10000));
  bound(
    `the slowest keyword ${slowest.toFixed(2)} ms (${JSON.stringify(keyword)}), the median ${middle.toFixed(2)} ms (bound 20 times)`,
    (slowest / middle).toFixed(1),
    slowest <= 20 * middle,
  );
  await inMemory.stop();
  await inSql.stop();
}

async function compare(size, inMemory, inSql) {
  const file = await fileOf8Kb(inMemory.url);
  // Warm-up: connections are made and query plans are cached.
  wrk(inSql, 8, 'mix.lua');
  const { bytes } = wrk(inMemory, 32, 'mix.lua');
  const handWritten = await startHandWritten(bytes);
  const candidates = [
    ['static', 'a static file of 8 KB', () => wrk(inMemory, 32, 'result.lua', file)],
    ['fixed', `a hand-written handler with ${bytes} bytes`, () => wrk(handWritten, 32, 'mix.lua')],
    ['memory', 'search in memory', () => wrk(inMemory, 32, 'mix.lua')],
    ['facets', 'search in memory, with facets', () => wrk(inMemory, 32, 'mix.lua', '', ['facets'])],
    ['gzip', 'search in memory, compressed', () => wrk(inMemory, 32, 'mix.lua', '', ['gzip'])],
    ['sql', 'search in SQL', () => wrk(inSql, 8, 'mix.lua')],
    ['pgbench', 'the same SQL by pgbench', () => database(inSql)],
  ];
  const results = Object.fromEntries(candidates.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, , load] of candidates) results[name].push(load());
  }
  await handWritten.stop();
  const of = (name, figure) => median(results[name].map((result) => result[figure]));
  console.log('\n  | ' + size + ' listings | requests/s | of static | p50 ms | p99 ms | CPU µs portal + PostgreSQL | bytes |');
  console.log('  | --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, title] of candidates) {
    const cells = [
      of(name, 'rate').toFixed(0),
      (of(name, 'rate') / of('static', 'rate')).toFixed(4),
      of(name, 'p50').toFixed(2),
      of(name, 'p99').toFixed(2),
      `${of(name, 'portal').toFixed(0)} + ${of(name, 'postgres').toFixed(0)}`,
      name === 'pgbench' ? '' : of(name, 'bytes').toFixed(0),
    ];
    console.log(`  | ${title} | ${cells.join(' | ')} |`);
  }
  console.log('');
  // Ratios within a round: the load of the machine was the same for both.
  const ratio = (one, other) => median(results[one].map((result, round) => result.rate / results[other][round].rate));
  const [ofStatic, ofFixed, ofSql] = ['static', 'fixed', 'sql'].map((other) => ratio('memory', other));
  const facets = ratio('facets', 'static');
  console.log(`  memory : hand-written ${ofFixed.toFixed(2)}`);
  if (size >= 1e6) bound('memory : static (bound 0.25, target 0.5)', ofStatic.toFixed(2), ofStatic >= 0.25);
  else if (size >= 1e5) {
    bound('memory : static (bound 0.60, target 0.80)', ofStatic.toFixed(2), ofStatic >= 0.6);
    bound('memory : SQL (bound 100)', ofSql.toFixed(0), ofSql >= 100);
  } else console.log(`  memory : static ${ofStatic.toFixed(2)}, memory : SQL ${ofSql.toFixed(0)}`);
  if (size >= 1e5 && size < 1e6) bound('with facets : static (bound 0.25)', facets.toFixed(2), facets >= 0.25);
  else console.log(`  with facets : static ${facets.toFixed(2)}`);
}

function wrk(portal, connections, script, path = '', args = []) {
  const before = used(portal.pid);
  const out = run('taskset', ['-c', '1', 'wrk', ...wrkArgs(portal, connections, script, path, seconds), '--', ...args]);
  const found = /result (\d+) (\d+) (\S+) (\S+) (\S+) (\d+) (\d+)/.exec(out);
  const [requests, microseconds, p50, , p99, errors, bytes] = found.slice(1).map(Number);
  if (errors > 0 || requests === 0) throw new Error(`${errors} errors in ${requests} requests`);
  const measured = figures(requests, microseconds / 1e6, p50, p99, before, used(portal.pid));
  return { ...measured, bytes: Math.round(bytes / requests) };
}

function wrkArgs(portal, connections, script, path, time) {
  return ['-t', '1', '-c', String(connections), '-d', `${time}s`, '-s', join(here, script), portal.url + path];
}

function database(portal) {
  const before = used(portal.pid);
  const out = pgbench(['-M', 'prepared', '-c', '8', '-T', String(seconds), '-f', join(here, 'mix.sql'), '-r']);
  const requests = Number(/actually processed: (\d+)/.exec(out)[1]);
  const latency = Number(/latency average = (\S+)/.exec(out)[1]);
  return figures(requests, seconds, latency, Number.NaN, before, used(portal.pid));
}

function figures(requests, time, p50, p99, before, after) {
  return {
    rate: requests / time,
    p50,
    p99,
    portal: (after.portal - before.portal) / requests,
    postgres: (after.postgres - before.postgres) / requests,
  };
}

/** The path of the embedded static file whose size is nearest to 8 KB. */
async function fileOf8Kb(url) {
  const assets = join(here, '../../../frontend/dist/assets');
  const distance = (name) => Math.abs(statSync(join(assets, name)).size - 8192);
  const files = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  for (const name of files.sort((one, other) => distance(one) - distance(other))) {
    const response = await fetch(`${url}/assets/${name}`);
    await response.arrayBuffer();
    if (response.ok) return `/assets/${name}`;
  }
  throw new Error('the program was built with another front end');
}
