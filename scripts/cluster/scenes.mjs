// What happens to a site under load. Each scene prints what failed, how slow searches were, and what
// was lost.
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm } from '../trust/client.mjs';
import { count, rows } from '../trust/database.mjs';
import { shutdownDelay } from './site.mjs';

/** From the return of a database until all is normal, in milliseconds. */
const recoveryBound = 10_000;
const promotionBound = 30_000;

/** The load is as before any fault; later scenes are compared with it. */
export async function quiet(report, { probe, load, state, scale }) {
  await pause(5000);
  await probe.take();
  load.reset();
  await pause(30_000 * scale);
  const { searches, failed, p99 } = await probe.take();
  state.quietP99 = p99;
  report.figure('searches', searches);
  report.figure('p99', p99, {}, ' ms');
  report.figure('failed requests', failed + failures(load), { exactly: 0 });
}

/** Responses 5xx, and requests without a response. */
export const failures = (load) => load.within(500, 599) + load.within(0, 0);

/** Runs `fault` under load and reports what failed. */
async function during(report, { probe, load, site }, fault, bounds = {}) {
  await probe.take();
  load.reset();
  await fault();
  const { searches, failed, p99 } = await probe.take();
  report.figure('searches', searches);
  report.figure('failed', failed, bounds.searches);
  report.figure('p99', p99, bounds.p99, ' ms');
  report.figure('other requests', load.requests);
  report.figure('failed', failures(load), bounds.others);
  report.violations('acknowledged writes lost', load.ledger.violations(site));
}

const none = { exactly: 0 };

/**
 * One portal after the other is stopped and started, as a package manager or an orchestrator does. The
 * earlier version closes its listener at once, so the balancer has to be told before it stops.
 */
async function roll(report, { site }) {
  const stops = [];
  for (const [index, portal] of site.portals.entries()) {
    const isEarlier = portal.binary !== undefined;
    if (isEarlier) {
      await site.balancer.setState(index, 'drain');
      await pause(1000);
    }
    const { time } = await portal.stop();
    stops.push(time);
    portal.binary = undefined;
    // An earlier version does not know it, and refuses what it does not know.
    portal.settings.PORTAL_SHUTDOWN_DELAY_SECONDS = shutdownDelay;
    await portal.start();
    if (isEarlier) await site.balancer.setState(index, 'ready');
    // The balancer sees it at its next check.
    await pause(1500);
  }
  report.figure('longest stop', Math.max(...stops), { atMost: 10_000 }, ' ms');
}

export async function rollingUpgrade(report, context) {
  const { site, previous } = context;
  if (!previous) return report.note('no earlier program was given');
  await pause(5000);
  await during(report, context, () => roll(report, context), { searches: none, others: none });
  const versions = await site.prometheus.query('count(portal_build_info) or vector(0)');
  report.figure('portals with build information', versions[0]?.value ?? 0);
}

export const rollingRestart = (report, context) =>
  during(report, context, () => roll(report, context), { searches: none, others: none });

/** A portal is killed; only requests under way on it may fail. */
export async function lossOfPortal(report, context) {
  const [, portal] = context.site.portals;
  const fault = async () => {
    await pause(2000);
    await portal.stop('SIGKILL');
    await pause(5000);
    report.figure('portals that answer', await ready(context.site));
    await portal.start();
    await pause(1500);
  };
  // Requests that are under way: at most one of each virtual user, and those of the prober.
  await during(report, context, fault, { searches: { atMost: 32 }, others: { atMost: context.load.users.length } });
}

const ready = async ({ portals }) => (await Promise.all(portals.map((portal) => portal.status('/health/ready')))).filter((status) => status === 200).length;

/** Without its store the site serves all but images and documents. */
export async function storeAway(report, context) {
  const { site, load, scale } = context;
  const owner = load.users.find(({ role }) => role === 'LANDLORD');
  const fault = async () => {
    await site.store.pause();
    const path = `/listings/${owner.listing.externalId}/images`;
    const { status, time } = await call(site, 'POST', path, { token: owner.token, ...fileForm(load.image, 'room.jpg', 'image/jpeg') });
    report.figure('upload', status, { exactly: 503 });
    report.figure('after', time, { atMost: 35_000 }, ' ms');
    await pause(60_000 * scale);
    await site.store.resume();
    await pause(5000);
  };
  await during(report, context, fault, { searches: none });
}

/** All listings change in one transaction; the index of each portal follows. */
export async function massChange(report, context) {
  const { site } = context;
  const memory = () => Math.max(...site.portals.map((portal) => portal.memory()));
  const before = memory();
  let peak = before;
  const fault = async () => {
    const began = performance.now();
    const changed = rows(site, 'UPDATE listings SET basic_rent_cents = basic_rent_cents + 100, total_rent_cents = total_rent_cents + 100 RETURNING 1').length;
    report.figure('listings changed', changed, { atLeast: 100_000 });
    report.figure('by the statement in', performance.now() - began, {}, ' ms');
    const committed = performance.now();
    const rent = count(site, "SELECT min(total_rent_cents) FROM listings WHERE status = 'AVAILABLE' AND searchable") / 100;
    const follows = async (portal) => {
      for (let tries = 0; tries < 600; tries += 1) {
        peak = Math.max(peak, memory());
        const { json } = await call(portal, 'POST', '/listings/search', { body: { sortField: 'totalRent', pageSize: 1 } });
        if (json?.payload?.[0]?.totalRent === rent) return performance.now() - committed;
        await pause(100);
      }
      return Infinity;
    };
    const times = await Promise.all(site.portals.map(follows));
    report.figure('found by all portals after', Math.max(...times), { atMost: 60_000 }, ' ms');
  };
  await during(report, context, fault, { searches: none });
  report.figure('largest process before', before, {}, ' MB');
  report.figure('at most', peak, {}, ' MB');
}

/** The primary stops for five seconds. */
export async function primaryRestart(report, context) {
  const { site } = context;
  const fault = async () => {
    await site.primary.stop();
    const refused = await writeOf(context);
    report.figure('a write', refused.status, { exactly: 503 });
    report.figure('Retry-After', Number(refused.headers['retry-after'] ?? 0), { atLeast: 1 }, ' s');
    await pause(5000);
    await site.primary.start();
    await normalAgain(report, context, recoveryBound);
  };
  await during(report, context, fault, { searches: none });
}

/** The primary is lost, and the replica takes its place. */
export async function promotion(report, context) {
  const { site } = context;
  const fault = async () => {
    await pause(2000);
    await site.primary.lose();
    site.replica.promote();
    [site.primary, site.replica] = [site.replica, site.primary];
    await normalAgain(report, context, promotionBound);
  };
  await during(report, context, fault);
}

/** A small write of an owner. */
function writeOf({ site, load }) {
  const { token, listing } = load.users.find(({ role }) => role === 'LANDLORD');
  return call(site, 'PUT', `/listings/${listing.externalId}/status?status=AVAILABLE`, { token });
}

/** Waits until a write succeeds and a second of load has no failure. */
async function normalAgain(report, context, bound) {
  const { load } = context;
  const began = performance.now();
  const kept = { ...load.statuses };
  for (let tries = 0; tries < 120; tries += 1) {
    const { status } = await writeOf(context);
    const before = failures(load);
    await pause(1000);
    if (status === 200 && failures(load) === before) break;
  }
  report.figure('normal again after', performance.now() - began, { atMost: bound }, ' ms');
  report.figure('503 during the fault', kept[503] ?? 0);
}

/** What a search shares with the other portals: neither statements nor objects. */
export async function sharing(report, { site, load, probe, scale }) {
  await load.stop();
  probe.pause();
  const statements = () => count(site, "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'portal'");
  const seconds = Math.max(3, 7 * scale);
  const measure = async (work) => {
    await pause(2000);
    const before = statements();
    await Promise.all([work(), pause(seconds * 1000)]);
    await pause(2000);
    return statements() - before;
  };
  const round = async () => {
    const idle = await measure(async () => {});
    let searches = 0;
    const searching = await measure(async () => {
      const deadline = performance.now() + seconds * 1000;
      while (performance.now() < deadline) {
        const portal = site.portals[searches % site.portals.length];
        await Promise.all(Array.from({ length: 10 }, () => call(portal, 'POST', '/listings/search', { body: { price: { min: 200, max: 200 + (searches % 400) } } })));
        searches += 10;
      }
    });
    return { searches, idle, searching, each: Math.max(0, searching - idle) / searches };
  };
  // A job that is due every few minutes may fall into one round; what searches cause is in each.
  const rounds = [await round(), await round(), await round()];
  const { searches, idle, searching, each } = rounds.reduce((one, other) => (other.each < one.each ? other : one));
  report.figure('searches', searches);
  report.figure('transactions without them', idle);
  report.figure('transactions with them', searching);
  report.figure('transactions for each search', each, { atMost: 0.01 });
  probe.resume();
  load.start();
}
