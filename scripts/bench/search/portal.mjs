// Portals over one database, and what their processes use.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const { PORTAL_BINARY: binary, SERVER_DATA: data } = process.env;
const socket = join(data, 'postgres');
const postmaster = Number(readFileSync(join(socket, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
const programs = join(readlinkSync(`/proc/${postmaster}/exe`), '..');
const database = ['-h', socket, '-U', 'portal'];

function environment(settings) {
  const { PORTAL_BINARY: _, ...rest } = process.env;
  return { ...rest, ...settings };
}

export const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, ...options });

export const sql = (text) => run(join(programs, 'psql'), ['-qAt', ...database, 'portal', '-c', text]).trim();

/** On all cores. What it prints is thrown away. */
export const runSqlFile = (file) =>
  run('taskset', ['-c', '0,1', join(programs, 'psql'), '-qAt', '-v', 'ON_ERROR_STOP=1', ...database, 'portal', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** psql that waits for statements: `ask` resolves when a statement has been committed. */
export function openSql() {
  const child = spawn(join(programs, 'psql'), ['-qAt', ...database, 'portal'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let heard = '';
  let next;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    heard += text;
    if (heard.includes('done\n')) {
      heard = '';
      next();
    }
  });
  return {
    ask: (statement) =>
      new Promise((resolve) => {
        next = resolve;
        child.stdin.write(`${statement}; SELECT 'done';\n`);
      }),
    close: () => child.stdin.end(),
  };
}

export const pgbench = (args) =>
  run('taskset', ['-c', '1', join(programs, 'pgbench'), '-n', ...args, ...database, 'portal'], { stdio: ['ignore', 'pipe', 'pipe'] });

export const pgbenchBeside = (args) =>
  spawn('taskset', ['-c', '1', join(programs, 'pgbench'), '-n', ...args, ...database, 'portal'], { stdio: 'ignore' });

/** As many listings more: made up by the program, and past what that does in a few minutes, copies with other figures. */
export function seed(listings) {
  const known = Number(sql('SELECT count(*) FROM listings'));
  const made = Math.min(listings, Math.max(0, madeUp - known));
  if (made > 0) {
    run('taskset', ['-c', '0,1', binary, 'seed', '--listings', String(made)], {
      env: environment({ PORTAL_DATA_DIR: data }),
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  }
  for (let left = listings - made; left > 0; left -= madeUp) copy(Math.min(left, madeUp));
}

const madeUp = 100_000;

/** An identifier as the program makes them: those made later are larger, and so lie behind in the table. */
const idOfNow = `(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
  || overlay(substr(replace(gen_random_uuid()::text, '-', ''), 13) PLACING '7' FROM 1))::uuid`;

/** One transaction, so that triggers and indexes see all copies at once. */
function copy(count) {
  const columns = sql(`SELECT string_agg(column_name, ',') FROM information_schema.columns WHERE table_name = 'listings' AND is_generated = 'NEVER'`).split(',');
  const figures = {
    id: 'copy',
    basic_rent_cents: 'basic_rent_cents + more',
    total_rent_cents: 'total_rent_cents + more',
    area: 'area + wider',
    total_area: 'total_area + wider',
  };
  const values = columns.map((column) => figures[column] ?? column).join(',');
  sql(`
    CREATE TEMP TABLE copies AS SELECT id AS original, ${idOfNow} AS copy,
        (random() * 200)::int * 100 AS more, (random() * 100)::int AS wider
      FROM (SELECT id FROM listings ORDER BY random() LIMIT ${count}) AS originals;
    INSERT INTO listings (${columns.join(',')}) SELECT ${values} FROM copies JOIN listings ON id = original;
    INSERT INTO listing_images (id, listing_id, position, location)
      SELECT gen_random_uuid(), copy, position, location FROM copies JOIN listing_images ON listing_id = original;`);
}

/** Another process of the portal over the same database. It loads on all cores; `pin` puts it on core 0. */
export function startPortal(settings) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const environment = {
    PORTAL_DATA_DIR: folder,
    PORTAL_DATABASE_URL: `postgres://portal@/portal?host=${socket}`,
    PORTAL_HTTP_ADDRESS: '127.0.0.1:0',
    PORTAL_METRICS_ADDRESS: '127.0.0.1:0',
    PORTAL_RATE_LIMIT_ENABLED: 'false',
    PORTAL_HTTP_WORKERS: '1',
    ...settings,
  };
  return start(binary, ['serve'], environment, folder);
}

/** A server that says where it is reached. Its folder goes with it. */
export async function start(program, args, settings, folder) {
  const log = join(folder, 'portal.log');
  // A file, because nobody would empty a pipe while the load runs.
  const output = openSync(log, 'w');
  const child = spawn('taskset', ['-c', '0,1', program, ...args], {
    env: environment(settings),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  // Whatever becomes of the measurement.
  process.on('exit', () => child.kill());
  const says = async (pattern) => {
    for (;;) {
      // Without colours.
      const text = readFileSync(log, 'utf8').replaceAll(/\u001b\[\d*m/g, '');
      const found = pattern.exec(text);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`a server ended:\n${text.slice(-2000)}`);
      await pause(20);
    }
  };
  const [, url] = await says(/is reached at (\S+)/);
  return {
    url,
    pid: child.pid,
    says,
    pin: () => run('taskset', ['-apc', '0', String(child.pid)], { stdio: 'ignore' }),
    stop: () =>
      new Promise((resolve) => {
        child.on('exit', resolve);
        child.kill('SIGTERM');
      }).then(() => rmSync(folder, { recursive: true })),
  };
}

const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, 'name').split(' ');
const ticks = (pid, fields) => {
  try {
    const stat = statOf(pid);
    return fields.reduce((sum, field) => sum + Number(stat[field]), 0);
  } catch {
    return 0;
  }
};

const postgresPids = () =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === join(socket, 'cluster');
    } catch {
      return false;
    }
  });

/** Microseconds of processor time so far: of a portal, and of the database with the processes that it has outlived. */
export const used = (pid) => ({
  portal: ticks(pid, [13, 14]) * 1e4,
  postgres: (postgresPids().reduce((sum, other) => sum + ticks(other, [13, 14]), 0) + ticks(postmaster, [15, 16])) * 1e4,
});

/** Puts the database on these cores; what it starts later stays there. */
export function pinPostgres(cores) {
  for (const pid of postgresPids()) run('taskset', ['-apc', cores, pid], { stdio: 'ignore' });
}

/** Megabytes in use. */
export const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
