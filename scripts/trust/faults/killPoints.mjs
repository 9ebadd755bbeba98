// F08: the portal is killed at points spread over an approval, a publication, an upload and a
// deletion. Nothing is half done afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm } from '../client.mjs';
import { rows } from '../database.mjs';
import { expectedMails, mark } from '../ledger.mjs';
import { Load } from '../load.mjs';
import { MailServer } from '../mailServer.mjs';
import { Portal } from '../portal.mjs';

/** Milliseconds after the request in which the points lie. */
const spread = 60;

export async function killPoints(report, { scale }) {
  const mails = await MailServer.create();
  const portal = await Portal.create({ PORTAL_SMTP_URL: mails.url });
  await portal.start();
  try {
    const load = new Load(portal);
    await load.prepare({ students: 60, landlords: 20 });
    const admin = load.users.find(({ role }) => role === 'ADMIN');
    const owners = load.users.filter(({ role }) => role === 'LANDLORD');
    const students = load.users.filter(({ role }) => role === 'STUDENT');
    let number = 0;
    const actions = {
      approve: async () => {
        const letter = `${mark} ${number}`;
        const path = `/applications/listing/${owners[0].listing.externalId}`;
        const { json } = await call(portal, 'POST', path, { token: students[number % students.length].token, body: { applicationLetter: letter } });
        const id = json?.payload?.externalId;
        return () => call(portal, 'PUT', `/applications/${id}/admin-review?status=APPROVED`, { token: admin.token });
      },
      publish: async () => {
        const owner = owners[number % owners.length];
        const status = (value) => call(portal, 'PUT', `/listings/${owner.listing.externalId}/status?status=${value}`, { token: owner.token });
        await status('ARCHIVED');
        return () => status('AVAILABLE');
      },
      upload: async () => {
        const owner = owners[number % owners.length];
        const form = fileForm(load.image, 'room.jpg', 'image/jpeg');
        return () => call(portal, 'POST', `/listings/${owner.listing.externalId}/images`, { token: owner.token, ...form });
      },
      delete: async () => {
        const owner = owners.pop();
        return () => call(portal, 'DELETE', `/listings/${owner.listing.externalId}`, { token: owner.token });
      },
    };
    const rounds = Math.ceil(10 * scale);
    for (const [name, prepare] of Object.entries(actions)) {
      for (let round = 0; round < rounds; round += 1) {
        number += 1;
        const act = await prepare();
        const acting = act();
        await pause((spread * (round + Math.random())) / rounds);
        await portal.stop('SIGKILL');
        await acting;
        await portal.start();
      }
      report.figure(`points in ${name}`, rounds);
    }
    await settled(report, portal, load, mails);
  } finally {
    await portal.remove();
    await mails.stop();
  }
}

async function settled(report, portal, load, mails) {
  const deadline = performance.now() + 90_000;
  const sent = () => mails.containing(mark).length;
  while (sent() < expectedMails(portal) && performance.now() < deadline) await pause(500);
  report.figure('mails missing', Math.max(0, expectedMails(portal) - sent()), { exactly: 0 });
  load.ledger.imagesAdded.clear();
  report.violations('half done', load.ledger.violations(portal));
  const searchable = rows(portal, `SELECT id FROM listings WHERE title LIKE '${mark}%' AND (status = 'AVAILABLE') <> searchable`);
  report.violations('published and not searchable, or the reverse', searchable.flat());
}
