// F05: the mail server is away, refuses, is silent and slow. Requests succeed, and every mail is sent
// once afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { rows } from '../database.mjs';
import { expectedMails, mark } from '../ledger.mjs';
import { Load } from '../load.mjs';
import { MailServer } from '../mailServer.mjs';
import { Portal } from '../portal.mjs';

/** Longer than the lease of a claimed mail. */
const fault = 180_000;
/** A mail that failed for three minutes is retried within about four more. */
const drainBound = 480_000;

export async function mail(report, { scale }) {
  const mails = await MailServer.create();
  const portal = await Portal.create({ PORTAL_SMTP_URL: mails.url });
  await portal.start();
  try {
    const load = new Load(portal);
    await load.prepare({ students: 60, landlords: 10 });
    load.start();
    const faults = [
      ['away', () => mails.stop(), () => mails.start()],
      ['refusing', () => (mails.mode = 'refuse'), () => (mails.mode = 'accept')],
      ['silent', () => (mails.mode = 'silent'), () => (mails.mode = 'accept')],
      ['slow', () => (mails.mode = 'slow'), () => (mails.mode = 'accept')],
    ];
    for (const [name, begin, end] of faults) {
      load.reset();
      await begin();
      await pause(fault * scale);
      report.figure(`${name}: requests`, load.requests);
      report.figure('5xx and lost', load.within(500, 599) + load.within(0, 0), { exactly: 0 });
      report.figure('waiting mails', waiting(portal));
      await end();
    }
    await load.stop();
    const ended = performance.now();
    const sent = () => mails.containing(mark).length;
    const expected = expectedMails(portal);
    while (sent() < expected && performance.now() < ended + drainBound) await pause(500);
    report.figure('mails sent', sent(), { exactly: expected });
    report.figure('after', (performance.now() - ended) / 1000, {}, ' s');
    report.figure('sent twice', mails.containing(mark).filter(({ times }) => times > 1).length, { exactly: 0 });
    await stops(report, portal, mails);
  } finally {
    await portal.remove();
    await mails.stop();
  }
}

const waiting = (portal) => Number(rows(portal, 'SELECT count(*) FROM outbox')[0][0]);

/** SIGTERM while a delivery is under way. */
async function stops(report, portal, mails) {
  for (const mode of ['silent', 'slow']) {
    mails.mode = mode;
    await fetch(`${portal.url}/api/v1/auth/forgot-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'student@portal.test' }),
    });
    await pause(3000);
    await portal.stopInTime(report, `SIGTERM to exit, ${mode} mail server`);
    await portal.start();
  }
}
