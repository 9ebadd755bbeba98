// T05: the same decision is made several times at once, and beside an erasure. One request wins, and
// the others are refused with 409 or 404.
import { call } from '../client.mjs';
import { count, rows } from '../database.mjs';
import { MailServer } from '../mailServer.mjs';
import { addUsers, demoListings, logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';

export async function races(report, { scale }) {
  const rounds = Math.ceil(200 * scale);
  const mails = await MailServer.create();
  const portal = await Portal.create({ PORTAL_SMTP_URL: mails.url });
  await portal.start();
  try {
    const [administrator, landlord] = [await logInDemo(portal, 'admin'), await logInDemo(portal, 'landlord')];
    const [listing, ...listings] = await demoListings(portal, landlord);
    const race = { portal, administrator, landlord, listing };
    const students = await addUsers(portal, 'STUDENT', rounds);
    const leavers = await addUsers(portal, 'STUDENT', rounds, 'leaver');
    const winners = await decisions(race, students);
    report.figure('rounds of each race', rounds);
    for (const [name, wrong] of Object.entries(winners)) report.figure(`${name}: rounds without exactly one winner`, wrong, { exactly: 0 });
    report.figure('erase beside approve: 5xx or lost', await erasures(race, leavers), { exactly: 0 });
    report.figure('rented twice', await rented(race, listings.slice(0, 5)), { exactly: 0 });
    consistent(report, portal);
  } finally {
    await portal.remove();
    await mails.stop();
  }
}

const once = (responses, success) => responses.filter(({ status }) => status === success).length === 1;
const refused = (responses) => responses.every(({ status }) => [200, 201, 404, 409].includes(status));

/** Each student applies, an administrator and the landlord decide, all of it several times at once. */
async function decisions({ portal, administrator, landlord, listing }, students) {
  const wrong = { apply: 0, 'administrator, two': 0, 'landlord, two': 0, 'administrator, fifty': 0 };
  const decide = (token, id, path, status) => call(portal, 'PUT', `/applications/${id}/${path}?status=${status}`, { token });
  for (const [index, { token }] of students.entries()) {
    const apply = () => call(portal, 'POST', `/applications/listing/${listing}`, { token, body: { applicationLetter: 'Trust race' } });
    const applied = await Promise.all([apply(), apply()]);
    if (!once(applied, 201) || !refused(applied)) wrong.apply += 1;
    const id = applied.find(({ status }) => status === 201)?.json.payload.externalId;
    const crowd = index % 20 === 0 ? 25 : 1;
    const both = ['APPROVED', 'REJECTED'].flatMap((status) => Array.from({ length: crowd }, () => status));
    const checked = await Promise.all(both.map((status) => decide(administrator.token, id, 'admin-review', status)));
    if (!once(checked, 200) || !refused(checked)) wrong[crowd > 1 ? 'administrator, fifty' : 'administrator, two'] += 1;
    if (checked.find(({ status }) => status === 200)?.json.payload.adminStatus !== 'APPROVED') continue;
    const reviewed = await Promise.all(['APPROVED', 'REJECTED'].map((status) => decide(landlord.token, id, 'review', status)));
    if (!once(reviewed, 200) || !refused(reviewed)) wrong['landlord, two'] += 1;
  }
  return wrong;
}

/** A student is deleted while an administrator approves the student's application. */
async function erasures({ portal, administrator, listing }, leavers) {
  let wrong = 0;
  for (const { token, id } of leavers) {
    const applied = await call(portal, 'POST', `/applications/listing/${listing}`, { token, body: { applicationLetter: 'Trust race' } });
    const application = applied.json?.payload?.externalId;
    const responses = await Promise.all([
      call(portal, 'DELETE', `/users/${id}`, { token: administrator.token }),
      call(portal, 'PUT', `/applications/${application}/admin-review?status=APPROVED`, { token: administrator.token }),
    ]);
    if (responses.some(({ status }) => status === 0 || status >= 500)) wrong += 1;
  }
  return wrong;
}

async function rented({ portal, landlord }, listings) {
  for (const id of listings) {
    const rent = () => call(portal, 'PUT', `/listings/${id}/status?status=RENTED`, { token: landlord.token });
    await Promise.all([rent(), rent(), rent()]);
  }
  const list = listings.map((id) => `'${id}'`).join(',');
  return rows(portal, `SELECT listing_id FROM events WHERE event_type = 'LISTING_RENTED' AND listing_id IN (${list}) GROUP BY 1 HAVING count(*) <> 1`).length;
}

function consistent(report, portal) {
  report.figure('deadlocks', count(portal, 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'), { exactly: 0 });
  report.figure(
    'contradictory states',
    count(portal, `SELECT count(*) FROM applications WHERE landlord_decision <> 'PENDING' AND administrator_decision <> 'APPROVED'`),
    { exactly: 0 },
  );
}
