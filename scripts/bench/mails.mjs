// Measures how fast the portal sends queued mails to a mail server on the loopback, and how long a
// password reset waits behind them; fails when a bound is missed. PORTAL_BINARY names the program,
// MAILS how many notices wait (10,000).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { MailServer } from '../trust/mailServer.mjs';

const mails = Number(process.env.MAILS ?? 10_000);
const mailsASecond = 50;
const resetSeconds = 3;
const address = 'student@portal.test';

/** Keeps no source, which would fill the memory, but the time when the reset arrived. */
class Arrivals extends Map {
  reset = undefined;

  set(id, mail) {
    if (mail.source.includes('/reset-password?token=')) this.reset ??= Date.now();
    return super.set(id, { ...mail, source: '' });
  }
}

const server = await MailServer.create();
const arrivals = (server.mails = new Arrivals());
const portal = spawn('scripts/with-portal.sh', ['bash', '-c', 'echo "$BASE_URL $SERVER_DATA"; cat >/dev/null'], {
  env: { ...process.env, PORTAL_SMTP_URL: server.url, PORTAL_MAILS_PER_HOUR: '1000' },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [line] = await once(createInterface({ input: portal.stdout }), 'line');
const [url, data] = line.split(' ');

/** Runs a statement as the owner of the portal's database. */
function run(statement) {
  const pid = readFileSync(`${data}/postgres/cluster/postmaster.pid`, 'utf8').split('\n')[0];
  const psql = `${dirname(readlinkSync(`/proc/${pid}/exe`))}/psql`;
  const options = ['-qAt', '-v', 'ON_ERROR_STOP=1', '-h', `${data}/postgres`, '-U', 'portal', 'portal'];
  const { status, stdout, stderr } = spawnSync(psql, [...options, '-c', statement], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Notices that one change causes: all due at once, like those of a job. */
const queue = (count) =>
  run(`INSERT INTO outbox (id, recipient_id, purpose, application_id, attempts, due_at, date_created, priority)
    SELECT gen_random_uuid(), student_id, 'LISTING_UNAVAILABLE', id, 0, now(), now(), 2
    FROM (SELECT id, student_id FROM applications WHERE student_id IS NOT NULL LIMIT 1) AS application,
      generate_series(1, ${count})`);

async function until(condition, seconds, what) {
  const end = Date.now() + seconds * 1000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`timed out after ${seconds} s waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function measure() {
  const before = arrivals.size;
  queue(mails);
  const began = Date.now();
  const sent = () => arrivals.size - before;
  await until(() => sent() >= Math.min(100, mails), 60, 'the first mails');

  const asked = Date.now();
  const body = JSON.stringify({ email: address });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/api/v1/auth/forgot-password`, { method: 'POST', headers, body });
  if (status !== 204) throw new Error(`forgot-password returned ${status}`);
  await until(() => arrivals.reset, 120, 'the reset');
  const waited = (arrivals.reset - asked) / 1000;
  const behind = sent();

  await until(() => sent() >= mails + 1, mails / 5 + 60, 'the last mail');
  const rate = mails / ((Date.now() - began) / 1000);
  const twice = [...arrivals.values()].filter(({ times }) => times > 1).length;
  const verdict = (holds) => (holds ? 'within' : 'NOT within');
  console.log(
    `  ${mails} notices: ${rate.toFixed(0)} mails a second, ${(rate / mailsASecond).toFixed(2)} times the bound of ` +
      `${mailsASecond}: ${verdict(rate >= mailsASecond)}; sent twice: ${twice}`,
  );
  console.log(
    `  a reset after ${behind} of them: ${waited.toFixed(2)} s, bound ${resetSeconds} s: ${verdict(waited <= resetSeconds)}`,
  );
  if (rate < mailsASecond || waited > resetSeconds || twice > 0) process.exitCode = 1;
}

try {
  await measure();
} finally {
  portal.stdin.end();
  await once(portal, 'exit');
  await server.stop();
}
