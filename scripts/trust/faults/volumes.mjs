// F03: the volumes of images, database and log are full, and the reader of the log stops reading.
// Needs the right to mount.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call, fileForm } from '../client.mjs';
import { rows } from '../database.mjs';
import { Load } from '../load.mjs';
import { Portal, temporaryFolder } from '../portal.mjs';

export async function volumes(report) {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const mounts = { objects: join(data, 'objects'), postgres: join(data, 'postgres'), log: join(folder, 'log') };
  const sizes = { objects: '200m', postgres: '400m', log: '1m' };
  try {
    for (const [name, path] of Object.entries(mounts)) {
      mkdirSync(path, { recursive: true });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizes[name]}`, 'tmpfs', path], { stdio: 'ignore' });
    }
  } catch {
    report.note('full volumes: mounting needs root');
    unmount(mounts);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const log = openSync(join(mounts.log, 'portal.log'), 'w');
  const portal = await Portal.create({ data });
  await portal.start({ stderr: log });
  try {
    const load = new Load(portal);
    await load.prepare({ students: 20, landlords: 5 });
    for (const [name, path] of Object.entries(mounts)) await full(report, name, path, portal, load);
    report.violations('lost or half done', load.ledger.violations(portal));
    await portal.stopInTime(report);
    await pausedReader(report);
  } finally {
    if (portal.process.exitCode === null) await portal.stop();
    closeSync(log);
    unmount(mounts);
    rmSync(folder, { recursive: true, force: true });
  }
}

function unmount(mounts) {
  for (const path of Object.values(mounts)) {
    try {
      execFileSync('umount', [path], { stdio: 'ignore' });
    } catch {
      // It was not mounted.
    }
  }
}

/** Fills the volume to the last byte. */
function fill(path) {
  const file = join(path, 'filler');
  const { bavail, bsize } = statfsSync(path);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  }
  return file;
}

async function full(report, name, path, portal, load) {
  const file = fill(path);
  load.start();
  await pause(15_000);
  await load.stop();
  const searches = load.times.search?.length ?? 0;
  report.figure(`${name} full: searches answered`, searches, { atLeast: 1 });
  report.figure('requests', load.requests);
  report.figure('503 and 507', (load.statuses[503] ?? 0) + (load.statuses[507] ?? 0), {});
  const unclean = load.within(500, 599) + load.within(0, 0) - (load.statuses[503] ?? 0) - (load.statuses[507] ?? 0);
  report.figure('lost or other 5xx', unclean, { exactly: 0 });
  truncateSync(file);
  rmSync(file);
  const began = performance.now();
  await portal.untilReady(30_000);
  const [owner] = load.users;
  let status = 0;
  while (status !== 201 && performance.now() < began + 30_000) {
    const form = fileForm(load.image, 'room.jpg', 'image/jpeg');
    ({ status } = await call(portal, 'POST', `/listings/${owner.listing.externalId}/images`, { token: owner.token, ...form }));
    await pause(100);
  }
  report.figure('upload afterwards', status, { exactly: 201 });
  report.figure('works again after', performance.now() - began, {}, ' ms');
  report.figure('rows', Number(rows(portal, 'SELECT count(*) FROM listing_images')[0][0]));
}

/** The reader of the log keeps its pipe open and reads nothing. */
async function pausedReader(report) {
  const portal = await Portal.create();
  await portal.start();
  portal.process.stderr.pause();
  let answered = 0;
  const requests = 3000;
  while (answered < requests && (await portal.status('/')) === 200) answered += 1;
  report.figure('paused reader of the log: answered', answered, { exactly: requests });
  portal.process.stderr.resume();
  await portal.remove();
}
