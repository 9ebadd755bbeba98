// F02: the database is away, silent behind a network that drops everything, and stopped by a signal.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseProxy } from '../databaseProxy.mjs';
import { Load } from '../load.mjs';
import { Portal, signalProcess } from '../portal.mjs';

/** Longest response while the database is away, and from its return until all is normal, in ms. */
const [answerBound, recoveryBound] = [5000, 10_000];

export async function database(report, { scale }) {
  const owner = await Portal.create();
  await owner.start();
  const proxy = await DatabaseProxy.create(owner);
  const remote = await Portal.create({ demo: false, PORTAL_DATABASE_URL: proxy.url });
  mkdirSync(remote.data);
  // Both store their files in one folder.
  symlinkSync(join(owner.data, 'objects'), join(remote.data, 'objects'));
  try {
    const load = new Load(owner);
    await load.prepare({ students: 40, landlords: 10 });
    await remote.start();
    load.portal = remote;
    load.start();
    const during = 60_000 * scale;
    await outage(report, 'away', load, remote, during, () => proxy.stop(), () => proxy.start());
    await outage(report, 'silent', load, remote, during, () => (proxy.mode = 'swallow'), () => (proxy.mode = 'forward'));
    await load.stop();
    proxy.mode = 'swallow';
    await remote.stopInTime(report, 'SIGTERM to exit while silent');

    load.portal = owner;
    load.start();
    const signal = (name) => () => owner.postgresPids().forEach((pid) => signalProcess(pid, name));
    await outage(report, 'SIGSTOP', load, owner, during, signal('SIGSTOP'), signal('SIGCONT'));
    await load.stop();
    report.violations('lost or half done', load.ledger.violations(owner));
    signal('SIGSTOP')();
    await owner.stopInTime(report, 'SIGTERM to exit while stopped');
  } finally {
    await remote.remove();
    await owner.remove();
    await proxy.stop();
  }
}

/** One outage under load: every request is answered in time, and normal soon after its end. */
export async function outage(report, name, load, portal, during, begin, end) {
  await pause(3000);
  load.reset();
  await begin();
  await pause(during);
  const longest = load.longestSoFar;
  report.figure(`${name}: requests`, load.requests);
  report.figure('503', load.statuses[503] ?? 0);
  report.figure('longest answer', longest, { atMost: answerBound }, ' ms');
  report.figure('lost or 5xx but 503', load.within(500, 599) + load.within(0, 0) - (load.statuses[503] ?? 0), { exactly: 0 });
  const ended = performance.now();
  await end();
  await normal(load, portal);
  report.figure('normal again after', performance.now() - ended, { atMost: recoveryBound }, ' ms');
}

/** Resolves after a second of load without a failure. */
async function normal(load, portal) {
  for (let tries = 0; tries < 120; tries += 1) {
    load.reset();
    await pause(1000);
    const failed = load.within(500, 599) + load.within(0, 0);
    if (failed === 0 && load.requests > 0 && (await portal.status('/health/ready')) === 200) return;
  }
}
