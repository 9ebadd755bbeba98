// Measures how long it takes from the publication of a listing until the saved searches that find it
// are recorded, and until the first mail to each student is queued, with 100,000 saved searches and
// 200 listings a second; fails when the 99th percentile is above ten seconds. PORTAL_BINARY names the
// program, SECONDS how long listings are published (30).
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { count, rows, runFile } from '../trust/database.mjs';
import { Portal } from '../trust/portal.mjs';

const seconds = Number(process.env.SECONDS ?? 30);
const listingsASecond = 200;
const bound = 10;
const ticksASecond = 100;
const published = seconds * listingsASecond;

// Mails stay in the outbox: nothing listens at this address.
const portal = await Portal.create({ demo: false, PORTAL_SMTP_URL: 'smtp://127.0.0.1:9' });

const run = (statement) => rows(portal, statement);

/** Seconds of a core that the portal has used, without its PostgreSQL. */
function cpuSeconds() {
  const [, fields] = readFileSync(`/proc/${portal.pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) / ticksASecond;
}

async function untilMatched(limit) {
  const deadline = performance.now() + limit * 1000;
  while (count(portal, 'SELECT count(*) FROM unmatched_listings') > 0) {
    if (performance.now() > deadline) throw new Error(`listings still wait after ${limit} s`);
    await pause(500);
  }
}

/** Makes drafts of the listings that will be published. */
const unpublish = () =>
  run(`CREATE TABLE public.bench_listings AS
    SELECT id, row_number() OVER (ORDER BY md5(id::text)) AS number, NULL::timestamptz AS published_at
    FROM listings WHERE searchable ORDER BY md5(id::text) LIMIT ${published};
    CREATE UNIQUE INDEX ON public.bench_listings (number);
    UPDATE listings SET status = 'DRAFT', searchable = false WHERE id IN (SELECT id FROM public.bench_listings);
    ANALYZE`);

async function publish() {
  const began = performance.now();
  for (let second = 0; second < seconds; second += 1) {
    const numbers = `BETWEEN ${second * listingsASecond + 1} AND ${(second + 1) * listingsASecond}`;
    run(`BEGIN;
      UPDATE public.bench_listings SET published_at = clock_timestamp() WHERE number ${numbers};
      UPDATE listings SET status = 'AVAILABLE', searchable = true, last_modified = now()
      WHERE id IN (SELECT id FROM public.bench_listings WHERE number ${numbers});
      COMMIT`);
    await pause(Math.max(0, (second + 1) * 1000 - (performance.now() - began)));
  }
}

function latencies() {
  const percentiles = 'percentile_cont(ARRAY[0.5, 0.99, 1]) WITHIN GROUP (ORDER BY extract(epoch FROM waited))';
  const row = (statement) => run(statement)[0];
  const [matches, ...matched] = row(`SELECT count(*), ${percentiles} FROM (
    SELECT matched_at - published_at AS waited FROM saved_search_matches
    JOIN public.bench_listings ON id = listing_id WHERE published_at IS NOT NULL) AS found`);
  const [mails, ...mailed] = row(`SELECT count(*), ${percentiles} FROM (
    SELECT min(outbox.date_created) - min(published_at) AS waited FROM outbox
    JOIN saved_search_matches AS found ON found.mail_id = outbox.id
    JOIN public.bench_listings AS known ON known.id = found.listing_id
    GROUP BY outbox.recipient_id) AS told`);
  const numbers = ([text]) => text.slice(1, -1).split(',').map(Number);
  return { matches: Number(matches), matched: numbers(matched), mails: Number(mails), mailed: numbers(mailed) };
}

try {
  const { PORTAL_BINARY: binary, ...variables } = process.env;
  const environment = { ...variables, ...portal.settings };
  const seeded = spawnSync(binary, ['seed', '--listings', String(published * 2)], { env: environment, stdio: 'inherit' });
  if (seeded.status !== 0) throw new Error('portal seed failed');
  await portal.start();
  await untilMatched(300);
  runFile(portal, fileURLToPath(new URL('savedSearches.sql', import.meta.url)));
  unpublish();
  await untilMatched(300);
  run('DELETE FROM outbox; DELETE FROM saved_search_matches; UPDATE saved_searches SET next_mail_at = NULL');
  const idle = cpuSeconds();
  const began = performance.now();
  await publish();
  await untilMatched(300);
  const wall = (performance.now() - began) / 1000;
  const cores = (cpuSeconds() - idle) / wall;
  // The mails of the last matches.
  await pause(3000);
  const { matches, matched, mails, mailed } = latencies();
  const verdict = (value) => (value <= bound ? 'within' : 'NOT within');
  const shown = ([median, p99, most]) =>
    `median ${median.toFixed(2)} s, p99 ${p99.toFixed(2)} s, most ${most.toFixed(2)} s: ${verdict(p99)} ${bound} s`;
  console.log(`  ${published} listings in ${seconds} s, all matched after ${wall.toFixed(1)} s; the portal used ${cores.toFixed(2)} cores`);
  console.log(`  ${matches} matches, ${(matches / published).toFixed(0)} a listing: ${shown(matched)}`);
  console.log(`  ${mails} first mails in the outbox: ${shown(mailed)}`);
  if (matches === 0 || mails === 0 || Math.max(matched[1], mailed[1]) > bound) process.exitCode = 1;
} finally {
  await portal.remove();
}
