// F00: ten minutes of base load over 100,000 users, listings and applications, without a fault.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runFile } from '../database.mjs';
import { Load } from '../load.mjs';
import { MailServer } from '../mailServer.mjs';
import { Portal } from '../portal.mjs';

/** A portal with a large database, and a load that is ready to start. */
export async function largePortal() {
  const mails = await MailServer.create();
  // Reminders for the old rows would fill the queue of mails.
  const portal = await Portal.create({ PORTAL_SMTP_URL: mails.url, PORTAL_REPLY_DAYS: '90' });
  await portal.start();
  runFile(portal, join(import.meta.dirname, '../../bench/lists.sql'));
  const load = new Load(portal);
  await load.prepare();
  return { portal, load, mails };
}

export async function base(report, { scale }) {
  const { portal, load, mails } = await largePortal();
  try {
    load.start();
    await pause(10_000);
    load.reset();
    const [began, memory] = [performance.now(), portal.memory()];
    await pause(600_000 * scale);
    const seconds = (performance.now() - began) / 1000;
    report.figure('requests/s', load.requests / seconds);
    for (const [kind, bound] of [['search', 200], ['detail', 100], ['write', 300]]) {
      report.figure(`${kind} p50`, load.percentile(kind, 0.5), {}, ' ms');
      report.figure('p95', load.percentile(kind, 0.95), { atMost: bound }, ' ms');
      report.figure('p99', load.percentile(kind, 0.99), {}, ' ms');
    }
    report.figure('5xx and lost', load.within(500, 599) + load.within(0, 0), { exactly: 0 });
    report.figure('memory', memory, {}, ' MB');
    report.figure('then', portal.memory(), {}, ' MB');
    await load.stop();
    report.violations('acknowledged writes lost', load.ledger.violations(portal));
    await portal.stopInTime(report);
  } finally {
    await portal.remove();
    await mails.stop();
  }
}
