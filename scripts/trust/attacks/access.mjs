// T01: every operation on entities of others, unknown and malformed ids, by everyone who may not; and
// fields that no request may set.
import { createHmac } from 'node:crypto';
import { call, fileForm, logIn } from '../client.mjs';
import { rows } from '../database.mjs';
import { addUsers, demoListings, listingBody, logInDemo } from '../people.mjs';
import { Portal } from '../portal.mjs';
import { example, operations } from '../schema.mjs';

const unknown = '01920000-0000-7000-8000-000000000000';
const malformed = 'not-an-id';
/** In fields of the victims that only they and the reviewers may read. */
const secrets = ['zyxwvut@victim.test', '+49 30 7654321', 'Qponmlk letter'];
/** They end the session that asks. */
const left = new Set(['logout', 'deleteProfile', 'endOtherSessions']);
/** Their ids name an entry of the caller's own list; without such an entry there is nothing to do. */
const onOwnList = new Set(['removeFavourite']);

export async function access(report) {
  const portal = await Portal.create();
  await portal.start();
  try {
    const victims = await createVictims(portal);
    const attackers = await createAttackers(portal, victims);
    await owners(report, portal, victims);
    const before = state(portal);
    const result = { cells: 0, statuses: {}, wrong: [], leaked: [], different: [] };
    for (const attacker of attackers) {
      for (const operation of operations.filter(({ operationId }) => !left.has(operationId))) {
        await attack(portal, operation, attacker, victims, result);
      }
    }
    report.figure('cells', result.cells, { atLeast: 500 });
    report.figure('statuses', Object.entries(result.statuses).map(([status, number]) => `${status}: ${number}`).join(', '));
    report.violations('wrong cells', result.wrong);
    report.violations('leaked fields', result.leaked);
    report.violations('entities of others and unknown ones told apart', result.different);
    report.violations('changes of the victims', changes(before, state(portal)));
    await extraFields(report, portal, attackers);
  } finally {
    await portal.remove();
  }
}

/** A student with a pending application, and a landlord with a draft that has an image. */
async function createVictims(portal) {
  const administrator = await logInDemo(portal, 'admin');
  const [student] = await addUsers(portal, 'STUDENT', 1, 'victim');
  const [landlord] = await addUsers(portal, 'LANDLORD', 1, 'victim');
  rows(portal, `UPDATE users SET email = '${secrets[0]}', phone_number = '${secrets[1]}' WHERE id = '${student.id}'`);
  const [listing] = await demoListings(portal, await logInDemo(portal, 'landlord'));
  const applied = await call(portal, 'POST', `/applications/listing/${listing}`, { token: student.token, body: { applicationLetter: secrets[2] } });
  const draft = await call(portal, 'POST', '/listings', { token: landlord.token, body: listingBody('Draft') });
  const draftId = draft.json.payload.externalId;
  await call(portal, 'POST', `/listings/${draftId}/images`, { token: landlord.token, ...fileForm(portal.demoImage(), 'a.jpg', 'image/jpeg') });
  const registrations = (role) => rows(portal, `SELECT id FROM registrations WHERE role = '${role}' AND status = 'PENDING' LIMIT 1`)[0][0];
  const events = await call(portal, 'GET', '/events', { token: administrator.token });
  return {
    student,
    landlord,
    ids: {
      '/applications/listing/': draftId,
      '/applications/': applied.json.payload.externalId,
      '/documents/': rows(portal, 'SELECT id FROM documents LIMIT 1')[0][0],
      '/events/': events.json.payload[0].externalId,
      '/listings/': draftId,
      '/settings/': rows(portal, 'SELECT id FROM settings LIMIT 1')[0][0],
      '/users/landlords/registrations/': registrations('LANDLORD'),
      '/users/students/registrations/': registrations('STUDENT'),
      '/users/profile/sessions/': rows(portal, `SELECT id FROM sessions WHERE user_id = '${student.id}'`)[0][0],
      '/users/': student.id,
    },
    image: rows(portal, `SELECT id FROM listing_images WHERE listing_id = '${draftId}'`)[0][0],
  };
}

/** The same ids and tokens succeed for their owners, or the cells would prove nothing. */
async function owners(report, portal, { student, landlord, ids }) {
  const read = await call(portal, 'GET', `/listings/${ids['/listings/']}`, { token: landlord.token });
  const applications = await call(portal, 'GET', '/applications', { token: student.token });
  const profile = await call(portal, 'GET', '/users/profile', { token: student.token });
  report.figure('owners read their own', [read, applications, profile].map(({ status }) => status).join(' '), { exactly: '200 200 200' });
  report.figure('application of the victim', applications.json.payload[0].externalId === ids['/applications/'] ? 'found' : 'missing', { exactly: 'found' });
}

/** Who has no right to what the victims own; `refused` has no rights at all. */
async function createAttackers(portal, { student }) {
  const administrator = await logInDemo(portal, 'admin');
  const [other] = await addUsers(portal, 'STUDENT', 1);
  const [otherLandlord] = await addUsers(portal, 'LANDLORD', 1);
  const [deactivated] = await addUsers(portal, 'STUDENT', 1, 'deactivated');
  await call(portal, 'PUT', `/users/${deactivated.id}/status?active=false`, { token: administrator.token });
  return [
    { name: 'anonymous', refused: true },
    { name: 'another student', ...other },
    { name: 'another landlord', ...otherLandlord },
    { name: 'deactivated student', refused: true, token: deactivated.token },
    { name: 'expired token', refused: true, token: expired(portal, student.token) },
  ];
}

/** The victim's token of an hour ago, signed with the portal's key. */
function expired(portal, token) {
  const [header, payload, signature] = token.split('.');
  const keys = rows(portal, "SELECT encode(secret, 'hex') FROM signing_keys").map(([key]) => {
    const derived = createHmac('sha256', Buffer.from(key, 'hex')).update('portal/access-token/1').digest();
    return (text) => createHmac('sha256', derived).update(text).digest('base64url');
  });
  const sign = keys.find((key) => key(`${header}.${payload}`) === signature);
  if (!sign) throw new Error('the key of access tokens is derived otherwise');
  const claims = JSON.parse(Buffer.from(payload, 'base64url'));
  const old = { ...claims, iat: claims.iat - 3600, exp: claims.exp - 3600 };
  const unsigned = `${header}.${Buffer.from(JSON.stringify(old)).toString('base64url')}`;
  return `${unsigned}.${sign(unsigned)}`;
}

async function attack(portal, operation, attacker, victims, result) {
  const ids = operation.path.includes('{id}') ? [foreign(operation, victims), unknown, malformed] : [undefined];
  const messages = [];
  for (const id of ids) {
    const { status, json } = await send(portal, operation, attacker, id, victims.image);
    const text = `${operation.method} ${operation.path} ${id ?? ''} as ${attacker.name}: ${status}`;
    result.cells += 1;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    messages.push(`${status} ${json?.error?.message}`);
    if (!isExpected(operation, attacker, id, status)) result.wrong.push(text);
    if (secrets.some((secret) => JSON.stringify(json ?? '').includes(secret))) result.leaked.push(text);
  }
  if (ids.length > 1 && messages[0] !== messages[1]) result.different.push(`${operation.path} as ${attacker.name}: ${messages[0]}, ${messages[1]}`);
}

const foreign = ({ path }, { ids }) =>
  Object.entries(ids).find(([prefix]) => path.startsWith(`/api/v1${prefix}`))?.[1] ?? unknown;

/** No success on an entity of another, and none at all without rights. */
function isExpected({ operationId, isPublic }, { refused }, id, status) {
  if (onOwnList.has(operationId) && !refused && id !== malformed && status === 204) return true;
  if (id !== undefined) return status >= 400 && status < 500;
  return refused && !isPublic ? status === 401 || status === 403 : status < 500;
}

function send(portal, { operationId, method, path, body, parameters, isForm }, { token }, id, image) {
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const search = query.map(({ name, schema }) => `${name}=${example(schema)}`).join('&');
  const target = path.replace(/^\/api\/v1/, '').replace('{imageId}', image).replace('{page}', 'terms').replace(/\{[^}]+\}/, id);
  const content = isForm ? fileForm(portal.demoImage(), 'a.jpg', 'image/jpeg') : body && { body: operationId.endsWith('Listing') ? { ...example(body), ...listingBody('Draft') } : example(body) };
  return call(portal, method, search ? `${target}?${search}` : target, { token, ...content });
}

/** Rows of the victims and of what administrators decide, one text each. */
function state(portal) {
  const tables = ['applications', 'documents', 'listing_images', 'listings', 'registrations', 'settings'];
  const own = tables.map((table) => `SELECT '${table} ' || t::text FROM ${table} t`);
  const users = "SELECT 'users ' || id || email || role || status || first_name || COALESCE(phone_number, '') FROM users WHERE email NOT LIKE '%@bulk.test'";
  return rows(portal, [...own, users].join(' UNION ALL ')).map((columns) => columns.join('\t')).sort();
}

const changes = (before, after) => {
  const [had, has] = [new Set(before), new Set(after)];
  return before.filter((row) => !has.has(row)).concat(after.filter((row) => !had.has(row) && !row.includes('Draft')));
};

/** Names of other requests and of columns, in bodies of one's own. */
async function extraFields(report, portal, attackers) {
  const [, student, landlord] = attackers;
  const extra = { id: unknown, externalId: unknown, role: 'ADMINISTRATOR', status: 'AVAILABLE', active: true, landlord: unknown, landlordId: unknown, views: 9999, administratorApprovalStatus: 'APPROVED', adminStatus: 'APPROVED', dateCreated: '2000-01-01T00:00:00Z' };
  const set = [];
  const profile = { firstName: 'First', lastName: 'Last', gender: 'OTHER', phoneNumber: '0309999999', locale: 'en-US', aboutMe: 'Text' };
  const updated = await call(portal, 'PUT', `/users/${student.id}`, { token: student.token, body: { ...profile, ...extra } });
  const [[role, status]] = rows(portal, `SELECT role, status FROM users WHERE id = '${student.id}'`);
  if (`${role} ${status}` !== 'STUDENT ACTIVE') set.push(`user ${role} ${status}`);
  const created = await call(portal, 'POST', '/listings', { token: landlord.token, body: { ...listingBody('Extra fields'), ...extra } });
  for (const [owner, state, id] of rows(portal, "SELECT landlord_id, status, id FROM listings WHERE title = 'Extra fields'")) {
    if (owner !== landlord.id || state === 'AVAILABLE' || id === unknown) set.push(`listing ${owner} ${state} ${id}`);
  }
  const [listing] = await demoListings(portal, await logInDemo(portal, 'landlord'));
  const body = { applicationLetter: 'Extra fields', ...extra };
  const applied = await call(portal, 'POST', `/applications/listing/${listing}`, { token: student.token, body });
  report.figure('requests with extra fields', [updated, created, applied].map((response) => response.status).join(' '));
  for (const [decision, id] of rows(portal, "SELECT administrator_decision, id FROM applications WHERE letter = 'Extra fields'")) {
    if (decision !== 'PENDING' || id === unknown) set.push(`application ${decision} ${id}`);
  }
  report.violations('fields set that no request may set', set);
  const again = await logIn(portal, student.email);
  report.figure('the student still logs in', again === undefined ? 'no' : 'yes', { exactly: 'yes' });
}
