// T02: refreshes at the same moment, a log-out beside a refresh, and a long chain of refreshes.
import { call } from '../client.mjs';
import { logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';

export async function sessions(report, { scale }) {
  const rounds = Math.ceil(200 * scale);
  const portal = await Portal.create();
  await portal.start();
  try {
    const refresh = (cookie) => call(portal, 'POST', '/refresh', { cookie });
    let [lost, forked] = [0, 0];
    let { cookie } = await logInDemo(portal, 'student');
    for (let round = 0; round < rounds; round += 1) {
      const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(cookie)));
      if (responses.some(({ status }) => status !== 200)) lost += 1;
      const successors = new Set(responses.map(refreshCookie).filter(Boolean));
      if (successors.size !== 1) forked += 1;
      cookie = [...successors].at(-1) ?? cookie;
    }
    report.figure('rounds of 50 refreshes', rounds);
    report.figure('rounds with a lost session', lost, { exactly: 0 });
    report.figure('rounds with two successors', forked, { exactly: 0 });
    report.figure('sessions alive after a log-out beside a refresh', await survivors(portal, rounds), { exactly: 0 });
    await chain(report, portal, refresh, Math.ceil(3100 * scale));
  } finally {
    await portal.remove();
  }
}

const refreshCookie = ({ headers }) => headers['set-cookie']?.map((text) => text.split(';')[0]).find((text) => text.startsWith('portal_refresh='));

async function survivors(portal, rounds) {
  let alive = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { cookie, token } = await logInDemo(portal, 'student');
    const [refreshed] = await Promise.all([
      call(portal, 'POST', '/refresh', { cookie }),
      call(portal, 'POST', '/logout', { cookie, token }),
    ]);
    const tokens = [token, refreshed.json?.payload?.token].filter(Boolean);
    const profiles = await Promise.all(tokens.map((value) => call(portal, 'GET', '/users/profile', { token: value })));
    if (profiles.some(({ status }) => status === 200)) alive += 1;
  }
  return alive;
}

/** An old cookie is recognised as reused after any number of refreshes, and ends the session. */
async function chain(report, portal, refresh, length) {
  let { cookie } = await logInDemo(portal, 'student');
  const old = cookie;
  let done = 0;
  for (; done < length; done += 1) {
    const next = refreshCookie(await refresh(cookie));
    if (!next) break;
    cookie = next;
  }
  report.figure('refreshes in a chain', done, { exactly: length });
  const reused = await refresh(old);
  report.figure('an old cookie', reused.status, { exactly: 401 });
  const after = await refresh(cookie);
  report.figure('the session after it', after.status);
}
