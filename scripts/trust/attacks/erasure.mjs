// T18: people with a full history are deleted. Their marks are in no row, file, mail or log line, and
// soon not in the file of the search index.
import { readFileSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm, form, logIn } from '../client.mjs';
import { dump, rows } from '../database.mjs';
import { decodeQuoted } from '../mailServer.mjs';
import { demoListings, listingBody, logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';

const password = 'a long password';
/** In names, addresses, letters and texts of the people who are deleted. */
const longAgo = new Date('2020-01-01');
// No runs of the alphabet: the compression of cards has a table of letters in that order.
const marks = ['Zuxkwif', 'Qoravlu', 'Jyhpemo', 'Cubnazy', 'Vitsorq', 'Mulkejy'];
const person = (email) => ({ firstName: marks[0], lastName: marks[1], gender: 'OTHER', email, phoneNumber: '0309999999', dateOfBirth: '2000-01-01', termsAccepted: true });

export async function erasure(report) {
  const portal = await Portal.create({ PORTAL_SEARCH_INDEX_FILE_MINUTES: '1' });
  await portal.start();
  try {
    const administrator = await logInDemo(portal, 'admin');
    const landlord = await logInDemo(portal, 'landlord');
    const [listing] = await demoListings(portal, landlord);
    const student = await aStudent(portal, administrator, listing);
    const owner = await aLandlord(portal, administrator, report);
    report.figure('marks before', found(portal).length, { exactly: marks.length });
    const began = performance.now();
    for (const { id } of [student, owner]) {
      const { status } = await call(portal, 'DELETE', `/users/${id}`, { token: (await logInDemo(portal, 'admin')).token });
      report.figure('deletion', status, { exactly: 204 });
    }
    const farewells = () => readdirSync(join(portal.data, 'mail')).filter((name) => name.endsWith('account-deleted.eml'));
    // Words of deleted listings stay in the dictionary of the search for at most an hour.
    const left = () => found(portal, farewells(), ['search_words']);
    await until(() => left().length === 0 && farewells().length === 2);
    report.figure('farewell mails', farewells().length, { exactly: 2 });
    report.violations('marks left after a minute, but for the farewell mails and search words', left());
    report.figure('after', (performance.now() - began) / 1000, {}, ' s');
    // The index erases what is deleted after 40 ms for each listing; the next file is without it.
    await until(() => foundInDataFolder(portal).length === 0, 180);
    report.violations('marks left in the search index file', foundInDataFolder(portal));
    // What happens once the mails are old and the hour is over: a start prunes at once, or after a minute.
    for (const name of farewells()) utimesSync(join(portal.data, 'mail', name), longAgo, longAgo);
    rows(portal, "DELETE FROM job_runs WHERE job = 'PRUNE_SEARCH_DATA' RETURNING job");
    await portal.stop();
    await portal.start();
    await until(() => found(portal).length === 0, 120);
    report.violations('marks left once the farewell mails are old and search words are pruned', [...found(portal), ...foundInDataFolder(portal)]);
  } finally {
    await portal.remove();
  }
}

async function until(isDone, seconds = 60) {
  for (let tries = 0; tries < seconds && !isDone(); tries += 1) await pause(1000);
}

/** Sign-up, approval, activation by the mail's link. */
async function activate(portal, administrator, role, email, registered) {
  const { externalId } = registered.json.payload;
  await call(portal, 'PUT', `/users/${role}/registrations/${externalId}?approved=true`, { token: administrator.token });
  let token;
  for (let tries = 0; tries < 200 && !token; tries += 1) {
    await pause(100);
    token = tokenFor(portal, email);
  }
  await call(portal, 'POST', '/users/finish-registration', { body: { email, registrationToken: token, password } });
  const session = await logIn(portal, email, password);
  const profile = await call(portal, 'GET', '/users/profile', { token: session.token });
  return { ...session, id: profile.json.payload.externalId };
}

function tokenFor(portal, email) {
  const folder = join(portal.data, 'mail');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('registration-approved.eml')).toSorted().reverse()) {
    const text = decodeQuoted(readFileSync(join(folder, name), 'latin1'));
    if (text.includes(email)) return /token=([\w-]+)/.exec(text)?.[1];
  }
  return undefined;
}

async function aStudent(portal, administrator, listing) {
  const email = `${marks[2].toLowerCase()}@portal.test`;
  const proof = Buffer.from(`%PDF-1.4\n%${marks[3]}\n%%EOF\n`);
  const registered = await call(portal, 'POST', '/users/students/registrations', form([
    { name: 'user', type: 'application/json', bytes: JSON.stringify({ ...person(email), aboutMe: marks[4] }) },
    { name: 'file', type: 'application/pdf', bytes: proof, filename: `${marks[3]}.pdf` },
  ]));
  if (registered.status !== 201) throw new Error(`sign-up returned ${registered.status}: ${JSON.stringify(registered.json)}`);
  const student = await activate(portal, administrator, 'students', email, registered);
  const applied = await call(portal, 'POST', `/applications/listing/${listing}`, { token: student.token, body: { applicationLetter: marks[5] } });
  await call(portal, 'PUT', `/applications/${applied.json.payload.externalId}/admin-review?status=APPROVED`, { token: administrator.token });
  return student;
}

/** With a listing that a visitor reports, naming the landlord, and that is deleted before them. */
async function aLandlord(portal, administrator, report) {
  const email = `${marks[2].toLowerCase()}-owner@portal.test`;
  const address = { street: marks[4], houseNumber: '1', postalCode: '10115', city: 'Berlin' };
  const registered = await call(portal, 'POST', '/users/landlords/registrations', { body: { ...person(email), ...address } });
  const owner = await activate(portal, administrator, 'landlords', email, registered);
  const { json } = await call(portal, 'POST', '/listings', { token: owner.token, body: listingBody(marks[5], address.street) });
  const listing = json.payload.externalId;
  const image = fileForm(portal.demoImage(), 'a.jpg', 'image/jpeg');
  await call(portal, 'POST', `/listings/${listing}/images`, { token: owner.token, ...image });
  await call(portal, 'PUT', `/listings/${listing}/status?status=AVAILABLE`, { token: owner.token });
  await call(portal, 'POST', `/listings/${listing}/reports`, { body: { reason: 'OTHER', text: `${marks[0]} ${marks[1]} lies`, email: null } });
  await until(() => foundInDataFolder(portal).length > 0, 90);
  report.figure('marks in the search index file before', foundInDataFolder(portal).length, { atLeast: 1 });
  await call(portal, 'DELETE', `/listings/${listing}`, { token: owner.token });
  return owner;
}

/** Where which mark is: database, objects, mails, log; not in mails and tables of these names. */
function found(portal, ignored = [], tables = []) {
  const places = { database: dump(portal, tables), log: portal.log };
  for (const folder of ['objects', 'mail', 'uploads']) places[folder] = contentOf(join(portal.data, folder), ignored);
  return marksIn(places);
}

/** The same in the files of the data folder itself: of the search index. */
function foundInDataFolder(portal) {
  return marksIn({ 'data folder': contentOf(portal.data, [], { recursive: false }) });
}

function marksIn(places) {
  return marks.filter((mark) => Object.values(places).some((text) => text.toLowerCase().includes(mark.toLowerCase()))).map((mark) => {
    const where = Object.keys(places).filter((place) => places[place].toLowerCase().includes(mark.toLowerCase()));
    return `${mark}: ${where.join(', ')}`;
  });
}

function contentOf(folder, ignored, { recursive = true } = {}) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive });
  // A file that is being written gets another name a moment later.
  const files = entries.filter((entry) => entry.isFile() && !ignored.includes(entry.name) && !entry.name.endsWith('.unfinished'));
  return files.map((file) => file.name + readFileSync(join(file.parentPath ?? file.path, file.name), 'latin1')).join('\n');
}
