// Looks at two pages of the portal at BASE_URL with Lighthouse, ROUNDS times as a phone and as a desktop, prints the
// medians and fails when one misses its bound. The report nearest to each median is left in REPORTS.
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { failures, median, medians, printTable } from './verdict.mjs';

const { BASE_URL, REPORTS, ROUNDS = '5' } = process.env;
const rounds = Number(ROUNDS);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`ROUNDS is no count: ${ROUNDS}`);

/** Lighthouse's own phone is a slow one on a slow line, by simulation. */
const forms = { mobile: undefined, desktop: desktopConfig };

async function main() {
  const load = loadavg()[0].toFixed(2);
  const views = await whatIsLookedAt();
  // Once without measuring: this portal is to be one that has been running, with its pictures drawn.
  for (const view of views) await look(view);
  // By rounds, so that a busy moment of the machine does not hit all runs of one page.
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`  round ${round} of ${rounds}`);
    for (const view of views) view.results.push(await look(view));
  }
  await keepReports(views);

  const speed = median(views.flatMap(({ results }) => results.map(({ lhr }) => lhr.environment.benchmarkIndex)));
  console.log(`  load before the first run ${load}, speed of this machine by Lighthouse's index ${Math.round(speed)}`);
  printTable(views);
  const missed = views.flatMap((view) => failures(view, speed));
  for (const line of missed) console.error(`  missed: ${line}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

async function whatIsLookedAt() {
  const pages = { home: '/', listing: `/listing/${await firstListing()}` };
  return Object.entries(pages).flatMap(([page, path]) =>
    Object.keys(forms).map((form) => ({ page, form, url: BASE_URL + path, results: [] })),
  );
}

/** The listing that the home page shows first; it has pictures, or there is nothing to be measured. */
async function firstListing() {
  const answer = await fetch(`${BASE_URL}/api/v1/listings/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`the search was answered with ${answer.status}`);
  const listing = (await answer.json()).payload.find(({ images }) => images.length > 0);
  if (!listing) throw new Error('no listing has a picture');
  return listing.externalId;
}

/** One run; on a busy machine Chromium's trace may lack its beginning, so a run that measured nothing is repeated twice. */
async function look(view) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await run(view);
    const { runtimeError } = result.lhr;
    if (!runtimeError) return result;
    const failure = `${view.form}, ${view.url}: ${runtimeError.message}`;
    if (attempt === 3) throw new Error(failure);
    console.error(`  repeated: ${failure}`);
  }
}

/** In a browser of its own, which knows nothing of the run before. */
async function run({ form, url }) {
  const browser = await launch({ chromeFlags: ['--headless=new', '--no-sandbox'], logLevel: 'error' });
  try {
    return await lighthouse(url, { port: browser.port, output: 'html', logLevel: 'error' }, forms[form]);
  } finally {
    browser.kill();
  }
}

async function keepReports(views) {
  await mkdir(REPORTS, { recursive: true });
  for (const view of views) {
    const { performance } = medians(view);
    const far = ({ lhr }) => Math.abs(lhr.categories.performance.score * 100 - performance);
    const [typical] = view.results.toSorted((one, other) => far(one) - far(other));
    await writeFile(join(REPORTS, `${view.page}-${view.form}.html`), typical.report);
    await writeFile(join(REPORTS, `${view.page}-${view.form}.json`), JSON.stringify(typical.lhr));
  }
}

await main();
