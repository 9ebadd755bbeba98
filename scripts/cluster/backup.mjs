// A backup beside the base load, and what a restore takes.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { count } from '../trust/database.mjs';
import { failures } from './scenes.mjs';

/** Runs a command of the program with little processor time, and resolves to what it printed. */
async function run(args, variables) {
  const { PORTAL_BINARY: binary, ...rest } = process.env;
  const child = spawn('nice', ['-n', '19', binary, ...args], { env: { ...rest, ...variables } });
  let output = '';
  const keep = (text) => (output += text);
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`portal ${args[0]} failed: ${output.slice(-1000)}`);
  return output;
}

/** p99 of searches within so many seconds, and whether anything failed. */
async function measured({ probe, load }, work) {
  await probe.take();
  load.reset();
  const began = performance.now();
  const result = await work();
  const { failed, p99 } = await probe.take();
  return { result, p99, seconds: (performance.now() - began) / 1000, failed: failed + failures(load) };
}

const folderBytes = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

export async function backup(report, context) {
  const { site, load, scale } = context;
  const place = join(site.folder, 'backups');
  const [{ settings }] = site.portals;
  // The metrics' and the listener's addresses are those of the running process.
  const { PORTAL_HTTP_ADDRESS: _http, PORTAL_METRICS_ADDRESS: _metrics, ...variables } = settings;
  report.figure('listings', count(site, 'SELECT count(*) FROM listings'));
  const alone = await measured(context, () => pause(30_000 * scale));
  const beside = await measured(context, () => run(['backup', '--to', place], variables));
  report.figure('backup took', beside.seconds, {}, ' s');
  report.figure('for', folderBytes(place) / 1e9, {}, ' GB');
  report.figure('p99 alone', alone.p99, {}, ' ms');
  report.figure('p99 beside it', beside.p99, {}, ' ms');
  report.figure('ratio', beside.p99 / alone.p99, { atMost: 2 });
  report.figure('failed requests', alone.failed + beside.failed, { exactly: 0 });
  const again = await measured(context, () => run(['backup', '--to', place], variables));
  report.figure('next backup took', again.seconds, {}, ' s');

  // On a machine of its own, as after a loss: its own PostgreSQL and a folder.
  await load.stop();
  context.probe.pause();
  const restored = await run(['restore', '--from', place], { PORTAL_DATA_DIR: join(site.folder, 'restored/data') });
  const [, seconds, perGigabyte] = /took ([\d.]+) s(?:, (\d+) s for each GB)?/.exec(restored) ?? [];
  report.figure('restore took', Number(seconds), {}, ' s');
  // Not told of a small backup, as in a shortened run.
  if (perGigabyte) report.figure('for each GB', Number(perGigabyte), {}, ' s');
  context.probe.resume();
  load.start();
}
