// T08: responses do not tell whether an account exists: neither their content nor their time.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../../bench/median.mjs';
import { call } from '../client.mjs';
import { Portal } from '../portal.mjs';

const addresses = ['student@portal.test', 'unknown@portal.test'];

export async function timing(report, { scale }) {
  const portal = await Portal.create();
  await portal.start();
  try {
    const pairs = Math.ceil(500 * scale);
    report.figure('pairs', pairs);
    await compare(report, portal, 'refused log-in', '/authenticate', (email) => ({ email, password: 'not the password' }), pairs);
    await compare(report, portal, 'forgot password', '/auth/forgot-password', (email) => ({ email }), pairs);
    const token = 'x'.repeat(43);
    await compare(report, portal, 'resend activation', '/users/resend-activation', (email) => ({ email, registrationToken: token }), pairs);
    await compare(report, portal, 'check activation', '/users/check-activation', (email) => ({ email, registrationToken: token }), pairs);
  } finally {
    await portal.remove();
  }
}

/** Alternates known and unknown addresses in random order. */
async function compare(report, portal, name, path, body, pairs) {
  const times = [[], []];
  const contents = [new Set(), new Set()];
  for (let pair = -10; pair < pairs; pair += 1) {
    const first = Math.random() < 0.5 ? 0 : 1;
    for (const which of [first, 1 - first]) {
      const { status, json, time } = await call(portal, 'POST', path, { body: body(addresses[which]) });
      if (pair < 0) continue;
      times[which].push(time);
      if (json?.error) delete json.error.requestId;
      contents[which].add(`${status} ${JSON.stringify(json)}`);
    }
    if (pair % 50 === 0) await pause(50);
  }
  const [known, unknown] = times.map(median);
  const same = [...contents[0]].sort().join() === [...contents[1]].sort().join();
  report.figure(`${name}: different contents`, same ? 0 : 1, { exactly: 0 });
  report.figure('known', known, {}, ' ms');
  report.figure('unknown', unknown, {}, ' ms');
  const difference = Math.abs(known - unknown);
  report.figure('difference', difference, { atMost: Math.max(20, unknown / 10) }, ' ms');
}
