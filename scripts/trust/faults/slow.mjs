// F04: a thousand slow clients of each kind and 5,000 idle connections beside normal requests.
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../load.mjs';
import { Portal } from '../portal.mjs';
import { SlowClients } from '../slowClients.mjs';

/** Seconds until a connection of each kind must be closed; settings and some time to notice. */
const bounds = { head: 20, body: 20, secondHead: 40, reader: 60 };

/** What a thousand clients ask for at once is load. After this time they are only slow. */
const settleTime = 5000;

export async function slowClients(report, { scale }) {
  const portal = await Portal.create();
  await portal.start();
  try {
    const load = new Load(portal);
    await load.prepare({ students: 40, landlords: 10 });
    const path = `/images/2400x1600${await anImage(portal)}`;
    load.start();
    await pause(5000);
    load.reset();
    await pause(30_000 * Math.min(1, scale * 2));
    const quiet = load.percentile('search', 0.99);
    report.figure('search p99, quiet', quiet, {}, ' ms');
    for (const [kind, bound] of Object.entries(bounds)) await one(report, { portal, load, quiet, kind, bound, path });
    const idle = new SlowClients();
    await idle.open(portal, 'idle', 5000);
    load.reset();
    await pause(5000);
    report.figure('idle: held', SlowClients.held(portal));
    report.figure('search p99', load.percentile('search', 0.99), { atMost: 2 * quiet }, ' ms');
    report.figure('descriptors', portal.descriptors());
    await load.stop();
    await portal.stopInTime(report);
    idle.close();
  } finally {
    await portal.remove();
  }
}

async function one(report, { portal, load, quiet, kind, bound, path }) {
  const clients = new SlowClients();
  const began = performance.now();
  await clients.open(portal, kind, 1000, path);
  await pause(settleTime);
  report.figure(`${kind}: held after ${settleTime / 1000} s`, SlowClients.held(portal), { exactly: 1000 });
  load.reset();
  while (SlowClients.held(portal) > 0 && performance.now() < began + bound * 1000) await pause(200);
  report.figure(`held after ${bound} s`, SlowClients.held(portal), { exactly: 0 });
  report.figure('cut after', (performance.now() - began) / 1000, {}, ' s');
  report.figure('search p99', load.percentile('search', 0.99), { atMost: 2 * quiet }, ' ms');
  report.figure('failed', load.within(500, 599) + load.within(0, 0), { exactly: 0 });
  clients.close();
  await pause(1000);
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
