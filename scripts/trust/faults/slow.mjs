// F04: a thousand slow clients of each kind and 5,000 idle connections beside normal requests.
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from '../load.mjs';
import { Portal } from '../portal.mjs';
import { Prober } from '../prober.mjs';
import { SlowClients } from '../slowClients.mjs';

/**
 * Seconds until a connection of each kind must be closed; settings and some time to notice. The
 * first two are closed so soon that one round has too few searches for a p99.
 */
const kinds = {
  head: { bound: 20, rounds: 3 },
  body: { bound: 20, rounds: 3 },
  secondHead: { bound: 40, rounds: 1 },
  reader: { bound: 60, rounds: 1 },
};

/** In which the clients open their connections. A thousand at once would also be closed at once. */
const openingTime = 2000;
/** What a thousand clients ask for is load. So long after the first they are only slow. */
const settleTime = 5000;
/** In which the portal must have filled the buffers of those who read nothing. */
const fillBound = 15_000;
/** Less for idle connections, which the portal closes after ten seconds without a request. */
const idleSettleTime = 2000;
const idleRounds = 3;

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
    prober.pause();
    report.figure('searches, quiet', quiet.searches);
    report.figure('search p99, quiet', quiet.p99, {}, ' ms');
    const bench = { portal, load, prober, quiet: quiet.p99, path };
    for (const kind of Object.keys(kinds)) await one(report, { ...bench, kind });
    const idle = new SlowClients();
    const held = [];
    for (let round = 0; round < idleRounds; round += 1) held.push(await idleRound(idle, portal, prober));
    report.figure('idle: held', Math.min(...held), { exactly: 5000 });
    await reportSearches(report, bench);
    report.figure('descriptors', portal.descriptors());
    await load.stop();
    await prober.stop();
    // While the connections of the last round are open.
    await portal.stopInTime(report);
    idle.close();
  } finally {
    await prober.stop();
    await portal.remove();
  }
}

async function one(report, { portal, load, prober, quiet, kind, path }) {
  const { bound, rounds } = kinds[kind];
  load.reset();
  const seen = [];
  for (let round = 0; round < rounds; round += 1) seen.push(await oneRound({ portal, prober, kind, bound, path }));
  const figures = (name) => seen.map((figure) => figure[name]);
  report.figure(`${kind}: held after ${settleTime / 1000} s`, Math.min(...figures('held')), { exactly: 1000 });
  if (kind === 'reader') report.figure('buffers full after', Math.max(...figures('full')), {}, ' s');
  report.figure(`held after ${bound} s`, Math.max(...figures('left')), { exactly: 0 });
  report.figure('cut after', Math.max(...figures('cut')), {}, ' s');
  await reportSearches(report, { prober, quiet });
  report.figure('failed', load.within(500, 599) + load.within(0, 0), { exactly: 0 });
}

/** Searches while the clients are slow; times are in seconds since the first connection. */
async function oneRound({ portal, prober, kind, bound, path }) {
  const clients = new SlowClients();
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  await clients.open(portal, kind, 1000, { path, during: openingTime });
  await pause(settleTime - 1000 * seconds());
  const held = SlowClients.held(portal);
  await SlowClients.untilIdle(portal, fillBound);
  const full = seconds();
  prober.resume();
  while (SlowClients.held(portal) > 0 && seconds() < bound) await pause(200);
  prober.pause();
  const round = { held, full, left: SlowClients.held(portal), cut: seconds() };
  clients.close();
  await pause(1000);
  return round;
}

/** Searches beside new idle connections. Resolves to how many of them the portal still holds. */
async function idleRound(clients, portal, prober) {
  clients.close();
  await pause(1000);
  await clients.open(portal, 'idle', 5000);
  await pause(idleSettleTime);
  prober.resume();
  await pause(settleTime);
  prober.pause();
  return SlowClients.held(portal);
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
