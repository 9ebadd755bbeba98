// F12: an hour at 500 requests a second. Memory, descriptors and metrics stay flat.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../../bench/median.mjs';
import { call } from '../client.mjs';
import { Load } from '../load.mjs';
import { Portal } from '../portal.mjs';
import { Report } from '../report.mjs';

const perSecond = 500;
/** Until the allocator has as much memory as the load needs at a time. Not shortened: growth would be missed. */
const warmUpTime = 300_000;

/** Two portals side by side, one with a scrape of its metrics every 15 s. */
export async function longRun(report, { scale }) {
  const runs = await Promise.allSettled(['scraped', 'not scraped'].map((name) => run(name, scale)));
  for (const { value, reason } of runs) {
    if (reason) throw reason;
    report.include(value);
  }
}

/** Resolves to the report of one portal. */
async function run(name, scale) {
  const report = new Report();
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
    await pause(warmUpTime);
    const before = await state(portal);
    load.reset();
    traffic.reset();
    const memory = [];
    const ends = performance.now() + 3_600_000 * scale;
    while (performance.now() < ends) {
      await pause(15_000 * scale);
      memory.push(portal.memory());
      if (name === 'scraped') await portal.metrics();
    }
    report.figure(`${name}: requests/s`, traffic.outcomes[200] / (3600 * scale), { atLeast: perSecond * 0.95 });
    report.violations(`${name}: failed`, [
      ...counts('request', traffic.outcomes, (status) => status !== '200'),
      ...counts('base load', load.statuses, (status) => Number(status) >= 500),
      ...counts('base load', load.lost),
    ]);
    traffic.stop();
    await load.stop();
    const after = await state(portal);
    // Medians, because a moment's memory depends on the requests of that moment.
    const part = Math.ceil(memory.length / 6);
    const [early, late] = [median(memory.slice(0, part)), median(memory.slice(-part))];
    report.figure(`${name}: memory`, early, {}, ' MB');
    report.figure(`${name}: growth`, (late / early - 1) * 100, { atMost: 5 }, ' %');
    report.figure(`${name}: more descriptors, without those of clients`, after.descriptors - before.descriptors, { atMost: 20 });
    report.figure(`${name}: more series`, after.series - before.series, { atMost: 20 });
    await portal.stopInTime(report);
    return report;
  } finally {
    await portal.remove();
  }
}

/** A text for each of these statuses or reasons. */
const counts = (kind, numbers, isFailure = () => true) =>
  Object.entries(numbers)
    .filter(([outcome]) => isFailure(outcome))
    .map(([outcome, count]) => `${kind}: ${count} times ${outcome}`);

const state = async (portal) => ({
  // Clients keep more connections open after a delay, and fewer when the load ends.
  descriptors: portal.descriptors() - portal.connections().length,
  series: (await portal.metrics()).length,
});

/** Searches and details at a fixed rate, in addition to the base load. */
class Traffic {
  constructor(portal, found) {
    Object.assign(this, { portal, found });
    this.reset();
  }

  /** Responses by status, and lost requests by reason, since the last `reset`. */
  reset() {
    this.outcomes = {};
  }

  /** What a busy machine has delayed is sent later. */
  start() {
    const began = performance.now();
    let sent = 0;
    this.timer = setInterval(() => {
      const due = ((performance.now() - began) * perSecond) / 1000;
      for (; sent < due; sent += 1) void this.#send(sent);
    }, 20);
  }

  stop() {
    clearInterval(this.timer);
  }

  async #send(index) {
    const { status, lost } =
      index % 2 === 0
        ? await call(this.portal, 'POST', '/listings/search', { body: { page: Math.floor(Math.random() * 5) } })
        : await call(this.portal, 'GET', `/listings/${this.found[Math.floor(Math.random() * this.found.length)]}`);
    const outcome = lost ?? status;
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
  }
}
