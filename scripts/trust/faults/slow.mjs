// F04: a thousand slow clients of each kind and 5,000 idle connections beside normal requests.
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../load.mjs';
import { Portal } from '../portal.mjs';
import { Prober } from '../prober.mjs';
import { SlowClients } from '../slowClients.mjs';

/** Seconds until a connection of each kind must be closed; settings and some time to notice. */
const bounds = { head: 20, body: 20, secondHead: 40, reader: 60 };

/** What a thousand clients ask for at once is load. After this time they are only slow. */
const settleTime = 5000;
/** In which the portal must have filled the buffers of those who read nothing. */
const fillBound = 15_000;
/** Less for idle connections, which the portal closes after ten seconds without a request. */
const idleSettleTime = 2000;

export async function slowClients(report, { scale }) {
  const portal = await Portal.create();
  await portal.start();
  const load = new Load(portal);
  await load.prepare({ students: 40, landlords: 10 });
  const prober = new Prober(portal);
  try {
    const path = `/images/2400x1600${await anImage(portal)}`;
    load.start();
    await pause(settleTime);
    await prober.take();
    await pause(30_000 * Math.min(1, scale * 2));
    const quiet = await prober.take();
    report.figure('searches, quiet', quiet.searches);
    report.figure('search p99, quiet', quiet.p99, {}, ' ms');
    const bench = { portal, load, prober, quiet: quiet.p99, path };
    for (const [kind, bound] of Object.entries(bounds)) await one(report, { ...bench, kind, bound });
    const idle = new SlowClients();
    await idle.open(portal, 'idle', 5000);
    await pause(idleSettleTime);
    await prober.take();
    await pause(settleTime);
    report.figure('idle: held', SlowClients.held(portal), { exactly: 5000 });
    await reportSearches(report, bench);
    report.figure('descriptors', portal.descriptors());
    await load.stop();
    await prober.stop();
    await portal.stopInTime(report);
    idle.close();
  } finally {
    await prober.stop();
    await portal.remove();
  }
}

async function one(report, { portal, load, prober, quiet, kind, bound, path }) {
  const clients = new SlowClients();
  const began = performance.now();
  await clients.open(portal, kind, 1000, path);
  await pause(settleTime);
  report.figure(`${kind}: held after ${settleTime / 1000} s`, SlowClients.held(portal), { exactly: 1000 });
  await SlowClients.untilIdle(portal, fillBound);
  report.figure('buffers full after', (performance.now() - began) / 1000, {}, ' s');
  load.reset();
  await prober.take();
  while (SlowClients.held(portal) > 0 && performance.now() < began + bound * 1000) await pause(200);
  report.figure(`held after ${bound} s`, SlowClients.held(portal), { exactly: 0 });
  report.figure('cut after', (performance.now() - began) / 1000, {}, ' s');
  await reportSearches(report, { prober, quiet });
  report.figure('failed', load.within(500, 599) + load.within(0, 0), { exactly: 0 });
  clients.close();
  await pause(1000);
}

/** The searches since the last time, compared with those without slow clients. */
async function reportSearches(report, { prober, quiet }) {
  const { searches, failed, p99 } = await prober.take();
  report.figure('searches', searches);
  report.figure('failed searches', failed, { exactly: 0 });
  report.figure('search p99', p99, { atMost: 2 * quiet }, ' ms');
}

/** The location of a listing's image. */
async function anImage(portal) {
  const response = await fetch(`${portal.url}/api/v1/listings/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const text = await response.text();
  return /"(\/[0-9a-f]{32}\.jpg)"/.exec(text)[1];
}
