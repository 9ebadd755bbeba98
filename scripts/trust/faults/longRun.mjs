// F12: an hour at 500 requests a second. Memory, descriptors and metrics stay flat.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../../bench/median.mjs';
import { call } from '../client.mjs';
import { Load } from '../load.mjs';
import { Portal } from '../portal.mjs';

const perSecond = 500;
/** Until the allocator has as much memory as the load needs at a time: measured some five minutes. */
const warmUpTime = 300_000;

export async function longRun(report, { scale }) {
  for (const scraping of [true, false]) await run(report, scraping, scale);
}

/** Half of the time each, with and without a scrape of the metrics every 15 s. */
async function run(report, scraping, scale) {
  const portal = await Portal.create();
  await portal.start();
  // The process that has stored the demo data returns memory for minutes, which would hide growth.
  await portal.stop();
  await portal.start();
  try {
    const load = new Load(portal);
    await load.prepare({ students: 20, landlords: 5 });
    load.start();
    const traffic = new Traffic(portal, load.found);
    traffic.start();
    await pause(warmUpTime * scale);
    const before = await state(portal);
    load.reset();
    traffic.reset();
    const memory = [];
    const ends = performance.now() + 1_800_000 * scale;
    while (performance.now() < ends) {
      await pause(15_000 * scale);
      memory.push(portal.memory());
      if (scraping) await portal.metrics();
    }
    report.figure(scraping ? 'scraped: requests/s' : 'not scraped: requests/s', traffic.answered / (1800 * scale), { atLeast: perSecond * 0.95 });
    report.figure('failed', traffic.failed + load.within(500, 599) + load.within(0, 0), { exactly: 0 });
    traffic.stop();
    await load.stop();
    const after = await state(portal);
    // Medians, because a moment's memory depends on the requests of that moment.
    const part = Math.ceil(memory.length / 6);
    const [early, late] = [median(memory.slice(0, part)), median(memory.slice(-part))];
    report.figure('memory', early, {}, ' MB');
    report.figure('growth', (late / early - 1) * 100, { atMost: 5 }, ' %');
    report.figure('more descriptors', after.descriptors - before.descriptors, { atMost: 20 });
    report.figure('more series', after.series - before.series, { atMost: 20 });
    await portal.stopInTime(report);
  } finally {
    await portal.remove();
  }
}

const state = async (portal) => ({
  descriptors: portal.descriptors(),
  series: (await portal.metrics()).length,
});

/** Searches and details at a fixed rate, in addition to the base load. */
class Traffic {
  constructor(portal, found) {
    Object.assign(this, { portal, found });
    this.reset();
  }

  reset() {
    this.answered = 0;
    this.failed = 0;
  }

  start() {
    this.timer = setInterval(() => {
      for (let index = 0; index < perSecond / 50; index += 1) void this.#send(index);
    }, 20);
  }

  stop() {
    clearInterval(this.timer);
  }

  async #send(index) {
    const { status } =
      index % 2 === 0
        ? await call(this.portal, 'POST', '/listings/search', { body: { page: Math.floor(Math.random() * 5) } })
        : await call(this.portal, 'GET', `/listings/${this.found[Math.floor(Math.random() * this.found.length)]}`);
    if (status === 200) this.answered += 1;
    else this.failed += 1;
  }
}
