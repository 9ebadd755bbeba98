// T15: guesses, mails, uploads and searches beyond their limits, also with invented addresses in
// X-Forwarded-For and with counters of one purpose used up for another. The owner of the account still
// gets in.
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm, logIn } from '../client.mjs';
import { MailServer } from '../mailServer.mjs';
import { demoListings, logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';

const victim = 'student@portal.test';

export async function limits(report) {
  const mails = await MailServer.create();
  const portal = await Portal.create({ PORTAL_SMTP_URL: mails.url, PORTAL_RATE_LIMIT_ENABLED: 'true' });
  await portal.start();
  try {
    const before = await logIn(portal, victim);
    const landlord = await logInDemo(portal, 'landlord');
    const [listing] = await demoListings(portal, landlord);
    await guesses(report, portal);
    await mailsTo(report, portal, mails, listing);
    await floods(report, portal, landlord, listing);
    await owner(report, portal, mails, before);
  } finally {
    await portal.remove();
    await mails.stop();
  }
}

/** How often each status came. */
async function repeat(times, send) {
  const statuses = {};
  for (let index = 0; index < times; index += 1) {
    const { status } = await send(index);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

async function guesses(report, portal) {
  const guess = (options) => call(portal, 'POST', '/authenticate', { body: { email: victim, password: 'not the password' }, ...options });
  const spoofed = await repeat(200, (index) => guess({ from: '127.0.0.2', forwarded: `203.0.113.${index % 50}` }));
  const spread = await repeat(200, (index) => guess({ from: `127.0.1.${1 + (index % 50)}` }));
  // Ten failures, then one try in thirty seconds; the calls take less than a minute.
  report.figure('guesses let through of 400', (spoofed[401] ?? 0) + (spread[401] ?? 0), { atMost: 13 });
}

async function mailsTo(report, portal, mails, listing) {
  const bodies = [
    ['/users/resend-activation', { email: victim, registrationToken: 'x'.repeat(43) }],
    [`/listings/${listing}/reports`, { reason: 'OTHER', text: 'Trust', email: victim }],
    ['/auth/forgot-password', { email: victim }],
  ];
  const received = [];
  for (const [path, body] of bodies) {
    const known = mails.mails.size;
    await repeat(100, (index) => call(portal, 'POST', path, { body, from: `127.0.2.${1 + (index % 50)}` }));
    await pause(15_000);
    received.push(mails.mails.size - known);
  }
  const [activations, receipts, resets] = received;
  report.figure('mails from 100 resends', activations, { exactly: 0 });
  report.figure('from 100 reports', receipts, { atMost: 3 });
  report.figure('from 100 forgotten passwords after them', resets, { exactly: 3 });
}

async function floods(report, portal, landlord, listing) {
  const image = Buffer.from('not an image');
  const upload = () => call(portal, 'POST', `/listings/${listing}/images`, { token: landlord.token, ...fileForm(image, 'a.jpg', 'image/jpeg') });
  const uploads = await repeat(300, upload);
  report.figure('uploads let through of 300', 300 - (uploads[429] ?? 0), { atMost: 90 });
  const searches = await repeat(1000, (index) => call(portal, 'POST', '/listings/search', { body: {}, forwarded: `203.0.113.${index % 50}` }));
  report.figure('searches let through of 1000', searches[200] ?? 0, { atMost: 800 });
  const person = { firstName: 'A', lastName: 'B', gender: 'OTHER', phoneNumber: '0301234567', dateOfBirth: '2000-01-01', termsAccepted: true, street: 'Weg', houseNumber: '1', postalCode: '10115', city: 'Berlin' };
  const signUps = await repeat(100, (index) =>
    call(portal, 'POST', '/users/landlords/registrations', { body: { ...person, email: `limit${index}@portal.test` }, forwarded: `203.0.113.${index}` }));
  report.figure('sign-ups let through of 100', signUps[201] ?? 0, { atMost: 35 });
}

/** The known browser, and a reset in an unknown one. */
async function owner(report, portal, mails, before) {
  const known = await call(portal, 'POST', '/authenticate', { body: { email: victim, password: 'portal-demo' }, cookie: before.cookie, from: '127.0.3.1' });
  report.figure('log-in of the owner in a known browser', known.status, { exactly: 200 });
  const link = [...mails.mails.values()].map(({ source }) => /reset-password\?token=(?!3D)([\w-]+)/.exec(source)?.[1]).filter(Boolean).at(-1);
  const reset = await call(portal, 'POST', '/auth/reset-password', { body: { email: victim, token: link, password: 'another password' }, from: '127.0.3.2' });
  report.figure('reset by the latest link', reset.status, { exactly: 204 });
  const fresh = await call(portal, 'POST', '/authenticate', { body: { email: victim, password: 'another password' }, from: '127.0.3.2' });
  report.figure('log-in in an unknown browser after it', fresh.status);
}
