// Measures two pages of the portal at BASE_URL with Lighthouse, ROUNDS times as a phone and as a
// desktop, prints the medians and fails when one misses its bound. The report nearest to each
// median is left in REPORTS. INDEX simulates a machine with that benchmark index on a faster one.
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse';
import { median } from './median.mjs';
import { failures, medians, printTable } from './verdict.mjs';

const { BASE_URL, REPORTS, ROUNDS = '5', INDEX } = process.env;
const rounds = positiveInteger('ROUNDS', ROUNDS);
const simulatedIndex = INDEX ? positiveInteger('INDEX', INDEX) : undefined;

/** Lighthouse's default is a simulated slow phone on a slow connection. */
const devices = { mobile: defaultConfig, desktop: desktopConfig };

function positiveInteger(name, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is not a positive integer: ${text}`);
  return value;
}

async function main() {
  const load = loadavg()[0].toFixed(2);
  const cases = await listCases();
  // Warm-up: the variants of the images are rendered, and the speed of the machine is known after it.
  const warmUps = [];
  for (const entry of cases) warmUps.push(await measure(entry, 1));
  const slowdown = simulatedIndex ? Math.max(1, medianIndex(warmUps) / simulatedIndex) : 1;
  // In rounds, so that a busy moment of the machine does not affect all runs of one page.
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`  round ${round} of ${rounds}`);
    for (const entry of cases) entry.results.push(await measure(entry, slowdown));
  }
  await saveReports(cases);

  const index = medianIndex(cases.flatMap(({ results }) => results));
  const speed = index / slowdown;
  console.log(`  load before the first run ${load}, benchmark index of this machine ${Math.round(index)}`);
  if (slowdown > 1) {
    console.log(`  simulated: a processor ${slowdown.toFixed(2)} times slower, benchmark index ${Math.round(speed)}`);
  }
  printTable(cases);
  const missed = cases.flatMap((entry) => failures(entry, speed));
  for (const line of missed) console.error(`  missed: ${line}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

const medianIndex = (results) => median(results.map(({ lhr }) => lhr.environment.benchmarkIndex));

/** Each page on each device. */
async function listCases() {
  const pages = { home: '/', listing: `/listing/${await firstListing()}` };
  return Object.entries(pages).flatMap(([page, path]) =>
    Object.keys(devices).map((device) => ({ page, device, url: BASE_URL + path, results: [] })),
  );
}

/** The first listing of the home page that has images. */
async function firstListing() {
  const response = await fetch(`${BASE_URL}/api/v1/listings/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`search returned ${response.status}`);
  const listing = (await response.json()).payload.find(({ images }) => images.length > 0);
  if (!listing) throw new Error('no listing has an image');
  return listing.externalId;
}

/**
 * One run. On a busy machine Chromium's trace may lack its beginning: a run without a result is
 * repeated twice.
 */
async function measure(entry, slowdown) {
  for (let runs = 1; ; runs += 1) {
    const result = await run(entry, slowdown);
    const { runtimeError } = result.lhr;
    if (!runtimeError) return result;
    const failure = `${entry.device}, ${entry.url}: ${runtimeError.message}`;
    if (runs === 3) throw new Error(failure);
    console.error(`  repeated: ${failure}`);
  }
}

/** In a new browser, without the cache of the run before. */
async function run({ device, url }, slowdown) {
  const config = slowerBy(slowdown, devices[device]);
  const browser = await launch({ chromeFlags: ['--headless=new', '--no-sandbox'], logLevel: 'error' });
  try {
    return await lighthouse(url, { port: browser.port, output: 'html', logLevel: 'error' }, config);
  } finally {
    browser.kill();
  }
}

/** Lighthouse multiplies the times of tasks by `cpuSlowdownMultiplier`. */
function slowerBy(slowdown, config) {
  const { throttling, ...settings } = config.settings;
  const cpuSlowdownMultiplier = throttling.cpuSlowdownMultiplier * slowdown;
  return { ...config, settings: { ...settings, throttling: { ...throttling, cpuSlowdownMultiplier } } };
}

async function saveReports(cases) {
  await mkdir(REPORTS, { recursive: true });
  for (const entry of cases) {
    const { performance } = medians(entry);
    const distance = ({ lhr }) => Math.abs(lhr.categories.performance.score * 100 - performance);
    const [typical] = entry.results.toSorted((one, other) => distance(one) - distance(other));
    await writeFile(join(REPORTS, `${entry.page}-${entry.device}.html`), typical.report);
    await writeFile(join(REPORTS, `${entry.page}-${entry.device}.json`), JSON.stringify(typical.lhr));
  }
}

await main();
