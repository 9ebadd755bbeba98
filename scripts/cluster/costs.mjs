// What one request of each kind costs: processor time of the portals, of the primary and of the
// replica, and its transactions. They are kept in artefacts/costs.json; model.mjs computes docs/scale.md from them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { call, logIn } from '../trust/client.mjs';
import { count } from '../trust/database.mjs';

/** Ticks of /proc a second. */
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time of a process and of its ended children, in milliseconds. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (fields.slice(11, 15).map(Number).reduce((sum, value) => sum + value, 0) * 1000) / ticks;
}

/** Of a PostgreSQL server: its postmaster and all of its processes. */
function databaseTime(postmaster) {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(postmaster);
    } catch {
      return false;
    }
  });
  return [postmaster, ...children].reduce((sum, pid) => sum + timeOrZero(pid), 0);
}

function timeOrZero(pid) {
  try {
    return processorTime(pid);
  } catch {
    return 0;
  }
}

export async function costs(report, { site, load, probe, scale }) {
  await load.stop();
  probe.pause();
  const student = load.users.find(({ role }) => role === 'STUDENT');
  const owner = load.users.find(({ role }) => role === 'LANDLORD');
  const administrator = load.users.find(({ role }) => role === 'ADMIN');
  const random = (length) => Math.floor(Math.random() * length);
  const kinds = {
    search: [10_000, (portal) => call(portal, 'POST', '/listings/search', { body: { price: { min: 200, max: 300 + random(400) }, page: random(3) } })],
    detail: [4000, (portal) => call(portal, 'GET', `/listings/${load.found[random(load.found.length)]}`)],
    'own applications': [2000, (portal) => call(portal, 'GET', '/applications?pageSize=10', { token: student.token })],
    'notifications of an administrator': [1000, (portal) => call(portal, 'GET', '/notifications/admin', { token: administrator.token })],
    'change of a listing': [1000, (portal) => call(portal, 'PUT', `/listings/${owner.listing.externalId}/status?status=AVAILABLE`, { token: owner.token })],
    login: [200, (portal) => logIn(portal, student.email)],
  };
  const costs = {};
  for (const [name, [number, send]] of Object.entries(kinds)) {
    costs[name] = await cost(report, site, name, Math.ceil(number * scale), send);
  }
  // Beside 100,000 listings there are as many users, applications, events and audit entries.
  costs.database = { bytes: count(site, "SELECT pg_database_size('portal')"), listings: count(site, 'SELECT count(*) FROM listings') };
  report.figure('database', costs.database.bytes / 1e9, {}, ' GB');
  report.figure('listings', costs.database.listings);
  mkdirSync('artefacts', { recursive: true });
  writeFileSync('artefacts/costs.json', `${JSON.stringify(costs, undefined, 2)}\n`);
  probe.resume();
  load.start();
}

async function cost(report, site, name, number, send) {
  const [idle, idleSeconds] = await spent(site, () => pause(8000));
  const [busy, seconds] = await spent(site, async () => {
    for (let sent = 0; sent < number; sent += 4) {
      await Promise.all([0, 1, 2, 3].map((offset) => send(site.portals[(sent + offset) % site.portals.length])));
    }
  });
  // Jobs and followers of changes go on beside the requests.
  const [portalMs, databaseMs, replicaMs, transactions] = busy.map((value, index) =>
    Math.max(0, value - (idle[index] * seconds) / idleSeconds) / number,
  );
  report.figure(`${name}: portal`, portalMs * 1000, {}, ' µs');
  report.figure('primary', databaseMs * 1000, {}, ' µs');
  report.figure('replica', replicaMs * 1000, {}, ' µs');
  report.figure('transactions', transactions);
  report.figure('requests/s of four clients', number / seconds);
  return { portalMs, databaseMs, replicaMs, transactions };
}

/** Processor time of portals, primary and replica, and transactions of the primary, while `work` runs; and its seconds. */
async function spent(site, work) {
  const state = () => [
    site.portals.reduce((sum, { pid }) => sum + processorTime(pid), 0),
    databaseTime(site.primary.process.child.pid),
    databaseTime(site.replica.process.child.pid),
    count(site, "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'portal'"),
  ];
  const before = state();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  // Statistics of a session are written when it has been idle for a moment.
  await pause(1500);
  const after = state();
  return [after.map((value, index) => value - before[index]), seconds + 1.5];
}
