// Requests the same lists from two portals, one request at a time, in random order; prints the
// medians and their ratios, and fails when one is above the bound: lists.mjs <requests>
import { median } from './median.mjs';
import { connections, get, post } from './http.mjs';

const requests = Number(process.argv[2]);
const portals = [process.env.EMPTY_URL, process.env.FULL_URL];
const bound = 10;
const warmUp = 10;
const agents = portals.map(() => connections(1));

const newest = 'sortField=lastModified&sortDirection=DESC';
const oldest = 'sortField=dateCreated&sortDirection=ASC';
const lists = [
  ['admin', 'pending students', `/users/students/registrations?status=PENDING&${newest}`],
  ['admin', 'pending students, oldest first', `/users/students/registrations?status=PENDING&${oldest}`],
  ['admin', 'all students', `/users/students/registrations?${newest}`],
  ['admin', 'pending landlords', `/users/landlords/registrations?status=PENDING&${newest}`],
  ['admin', 'all landlords', `/users/landlords/registrations?${newest}`],
  ['admin', 'users', `/users?${newest}`],
  ['admin', 'listings', `/listings?${newest}`],
  ['landlord', 'own listings', `/listings?${newest}&pageSize=12`],
  ['admin', 'pending applications, administrator', `/applications?adminStatus=PENDING&${newest}`],
  ['admin', 'pending applications, oldest first', `/applications?adminStatus=PENDING&${oldest}`],
  ['admin', 'all applications', `/applications?${newest}`],
  ['landlord', 'pending of 7,000, landlord', `/applications?status=PENDING&${newest}`],
  ['landlord', 'pending of 7,000, oldest first', `/applications?status=PENDING&${oldest}`],
  ['landlord', 'all of 7,000', `/applications?${newest}`],
  ['student', 'own applications', `/applications?${newest}`],
  ['admin', 'unacknowledged events', '/events?acknowledged=false'],
  ['admin', 'all events', '/events'],
  ['admin', 'audit trail', '/audit'],
  ['admin', 'audit trail of one action', '/audit?action=APPLICATION_FORWARDED'],
  ['admin', 'settings', '/settings'],
  ['admin', 'notifications of administrators', '/notifications/admin'],
  ['landlord', 'notifications of a landlord', '/notifications/landlord'],
  ['admin', 'users by name', '/users?keyword=4711'],
  ['admin', 'users by email address', '/users?keyword=4711@bulk.test'],
  ['admin', 'students by name', '/users/students/registrations?keyword=4711'],
  ['admin', 'applications by name', '/applications?keyword=4711'],
  ['admin', 'general stats', '/stats/general'],
  ['admin', 'trends', '/stats/trends'],
];

/** Words in every row: an exact total has to look at all of them, so there is no bound. */
const unbounded = [
  ['admin', 'users by a word of all', '/users?keyword=last'],
  ['admin', 'applications by a word of all', '/applications?keyword=last'],
];

async function logIn(which, role) {
  const body = { email: `${role}@portal.test`, password: 'portal-demo' };
  const { status, text } = await post(agents[which], '/authenticate', body, portals[which]);
  if (status !== 200) throw new Error(`login returned ${status}`);
  return JSON.parse(text).payload.token;
}

/** The median milliseconds of a list on each portal, and the number of rows of the full one. */
async function measure(role, path) {
  const tokens = await Promise.all(portals.map((_, which) => logIn(which, role)));
  const times = [[], []];
  let total;
  for (let round = -warmUp; round < requests; round += 1) {
    const first = Math.random() < 0.5 ? 0 : 1;
    for (const which of [first, 1 - first]) {
      const { status, text, time } = await get(agents[which], path, tokens[which], portals[which]);
      if (status !== 200) throw new Error(`${path} returned ${status}`);
      if (round >= 0) times[which].push(time);
      if (which === 1) total = JSON.parse(text).totalSize;
    }
  }
  return { medians: times.map(median), total };
}

const row = (name, ...cells) => console.log(`  ${name.padEnd(36)}${cells.map((cell) => cell.padStart(11)).join('')}`);
let missed = 0;
row('', 'rows', 'empty, ms', 'full, ms', 'ratio');
for (const [role, name, path] of lists) {
  const { medians, total } = await measure(role, path);
  const ratio = medians[1] / medians[0];
  if (ratio > bound) missed += 1;
  row(name, `${total ?? ''}`, ...medians.map((time) => time.toFixed(2)), ratio.toFixed(1), ratio > bound ? 'NOT within' : '');
}
for (const [role, name, path] of unbounded) {
  const { medians } = await measure(role, path);
  row(name, '', ...medians.map((time) => time.toFixed(2)), (medians[1] / medians[0]).toFixed(1), 'no bound');
}
for (const agent of agents) agent.destroy();
const verdict = missed === 0 ? 'within the bound' : `${missed} NOT within the bound`;
console.log(`  ${lists.length} lists, bound ${bound.toFixed(1)}: ${verdict}`);
process.exitCode = missed === 0 ? 0 : 1;
