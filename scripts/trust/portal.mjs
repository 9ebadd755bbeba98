// Starts, stops and observes the program under test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** SIGTERM to exit, in milliseconds. */
const stopBound = 10_000;

/** A free port of the loopback. The portal gets the same one after a restart. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'portal-trust-'));

/** Reads a file of /proc; an empty text if the process is gone. */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** In /proc/net/tcp. */
const establishedState = '01';

/** '0100007F:1F90' of /proc/net/tcp is 127.0.0.1: the bytes are in reverse. */
const addressOf = (text) => text.slice(0, 8).match(/../g).toReversed().map((byte) => parseInt(byte, 16)).join('.');

export class Portal {
  /** Another program than the one under test. */
  binary;

  constructor(data, settings) {
    this.data = data;
    this.settings = settings;
  }

  /**
   * A portal with its own database below `data`, on a port that it keeps. `settings` are variables
   * of the environment; `demo` loads the demo data.
   */
  static async create({ data = join(temporaryFolder(), 'data'), demo = true, ...settings } = {}) {
    const portal = new Portal(data, {
      PORTAL_DATA_DIR: data,
      PORTAL_HTTP_ADDRESS: `127.0.0.1:${await freePort()}`,
      PORTAL_METRICS_ADDRESS: `127.0.0.1:${await freePort()}`,
      PORTAL_RATE_LIMIT_ENABLED: 'false',
      ...settings,
    });
    portal.arguments = demo ? ['serve', '--demo'] : ['serve'];
    return portal;
  }

  get url() {
    return `http://${this.settings.PORTAL_HTTP_ADDRESS}`;
  }

  get port() {
    return Number(this.settings.PORTAL_HTTP_ADDRESS.split(':')[1]);
  }

  get pid() {
    return this.process.pid;
  }

  /** Starts it; resolves to the milliseconds until it is ready. */
  async start({ stderr = 'pipe' } = {}) {
    // Unknown PORTAL_ variables are refused.
    const { PORTAL_BINARY: current, ...rest } = process.env;
    const binary = this.binary ?? current;
    const began = performance.now();
    this.log = '';
    this.process = spawn(binary, this.arguments, {
      env: { ...rest, ...this.settings },
      stdio: ['ignore', 'pipe', stderr],
    });
    const keep = (text) => (this.log = (this.log + text).slice(-100_000));
    this.process.stdout.setEncoding('utf8').on('data', keep);
    this.process.stderr?.setEncoding('utf8').on('data', keep);
    this.exited = once(this.process, 'exit').then(([code, signal]) => ({ code, signal }));
    await this.untilReady();
    return performance.now() - began;
  }

  async untilReady(bound = 120_000) {
    const deadline = performance.now() + bound;
    while ((await this.status('/health/ready')) !== 200) {
      if (this.process.exitCode !== null) throw new Error(`the portal exited:\n${this.log.slice(-2000)}`);
      if (performance.now() > deadline) throw new Error(`not ready within ${bound} ms:\n${this.log.slice(-2000)}`);
      await pause(20);
    }
  }

  /** The status of a GET; 0 without a response within five seconds. */
  async status(path) {
    try {
      const response = await fetch(this.url + path, { signal: AbortSignal.timeout(5000) });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  /** Stops it; resolves to the milliseconds, the exit code and the processes left behind. */
  async stop(signal = 'SIGTERM') {
    const began = performance.now();
    this.process.kill(signal);
    const { code } = await this.exited;
    return { time: performance.now() - began, code, left: signal === 'SIGKILL' ? 0 : this.postgresPids().length };
  }

  /** Stops it by SIGTERM, and reports whether that took too long or left a process behind. */
  async stopInTime(report, name = 'SIGTERM to exit') {
    const { time, left } = await this.stop();
    report.figure(name, time, { atMost: stopBound }, ' ms');
    report.figure('processes left', left, { exactly: 0 });
  }

  /** Ends the portal and its PostgreSQL, also suspended ones, and removes the data. */
  async remove() {
    for (const pid of this.postgresPids()) signalProcess(pid, 'SIGCONT');
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill('SIGCONT');
      await this.stop();
    }
    for (const pid of this.postgresPids()) signalProcess(pid, 'SIGKILL');
    rmSync(join(this.data, '..'), { recursive: true, force: true });
  }

  /** The processes of its own PostgreSQL. */
  postgresPids() {
    const cluster = join(this.data, 'postgres/cluster');
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === cluster;
      } catch {
        return false;
      }
    });
  }

  postmasterPid() {
    return Number(readFileSync(join(this.data, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Where its PostgreSQL is, and the programs of the server's version. */
  postgres() {
    const programs = dirname(readlinkSync(`/proc/${this.postmasterPid()}/exe`));
    return { programs, host: join(this.data, 'postgres'), user: 'portal' };
  }

  /** Resident memory in MB. */
  memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readProcess(this.pid, 'status'))?.[1] ?? 0) / 1024;
  }

  /** The bytes of an image of the demo data. */
  demoImage() {
    const masters = join(this.data, 'objects/masters');
    return readFileSync(join(masters, readdirSync(masters)[0]));
  }

  hasObject(key) {
    return existsSync(join(this.data, 'objects', key));
  }

  descriptors() {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** The established connections of its clients: their address, and the bytes that wait to be sent. */
  connections() {
    const port = this.port.toString(16).toUpperCase().padStart(4, '0');
    const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
    return lines.flatMap((line) => {
      const [, local = '', remote = '', state, queues = ''] = line.trim().split(/\s+/);
      if (!local.endsWith(`:${port}`) || state !== establishedState) return [];
      return [{ remote: addressOf(remote), unsent: parseInt(queues, 16) }];
    });
  }

  /** The lines of its metrics. */
  async metrics() {
    const response = await fetch(`http://${this.settings.PORTAL_METRICS_ADDRESS}/metrics`);
    return (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  }
}

export function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
