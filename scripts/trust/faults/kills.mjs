// F01: the portal is killed twenty times and its PostgreSQL ten times under load. Every acknowledged
// write is there afterwards, and every mail is sent.
import { setTimeout as pause } from 'node:timers/promises';
import { expectedMails, mark } from '../ledger.mjs';
import { signalProcess } from '../portal.mjs';
import { largePortal } from './base.mjs';

/** Claimed mails of a killed process are sent within this time after the restart. */
const mailBound = 90_000;

export async function kills(report, { scale }) {
  const { portal, load, mails } = await largePortal();
  try {
    load.start();
    const starts = [];
    const recoveries = [];
    for (let round = 0; round < Math.ceil(20 * scale); round += 1) {
      await pause(1000 + Math.random() * 4000);
      await portal.stop('SIGKILL');
      starts.push(await portal.start());
    }
    const restarted = performance.now();
    report.figure('kills of the portal', starts.length);
    report.figure('longest start', Math.max(...starts), { atMost: 5000 }, ' ms');
    for (let round = 0; round < Math.ceil(10 * scale); round += 1) {
      await pause(3000 + Math.random() * 4000);
      const killed = performance.now();
      signalProcess(portal.postmasterPid(), 'SIGKILL');
      await pause(200);
      await portal.untilReady(60_000);
      recoveries.push(performance.now() - killed);
    }
    report.figure('kills of PostgreSQL', recoveries.length);
    report.figure('longest recovery', Math.max(...recoveries), {}, ' ms');
    await load.stop();
    const sent = () => new Set(mails.containing(mark).map(({ source }) => source)).size;
    const expected = expectedMails(portal);
    while (sent() < expected && performance.now() < restarted + mailBound + recoveries.length * 15_000) await pause(500);
    report.figure('acknowledged writes', load.ledger.acknowledged);
    report.violations('lost or half done', load.ledger.violations(portal));
    report.figure('refused refreshes', load.statuses[401] ?? 0, { exactly: 0 });
    report.figure('mails missing', expected - sent(), { exactly: 0 });
    report.figure('mails sent twice', mails.containing(mark).filter(({ times }) => times > 1).length);
    await portal.stopInTime(report);
  } finally {
    await portal.remove();
    await mails.stop();
  }
}
