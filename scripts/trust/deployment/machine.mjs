// A Debian machine in a folder: made by mmdebstrap, run by systemd-nspawn, with systemd as its first
// process. It shares the network with this machine, so that apt works; services listen on the
// loopback.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const bootBound = 60_000;
const commandBound = 600_000;

/** The release of Debian: that of this machine, where the program was built, else the oldest one. */
function suite() {
  const release = readFileSync('/etc/os-release', 'utf8');
  return /^ID=debian$/m.test(release) ? /^VERSION_CODENAME=(.*)$/m.exec(release)[1] : 'bookworm';
}

/** Why a machine cannot be made here; nothing if it can. */
export function missingForMachine() {
  if (process.getuid() !== 0) return 'it needs root';
  const programs = ['mmdebstrap', 'systemd-nspawn', 'nsenter'];
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  return missing.length > 0 ? `${missing.join(' and ')} missing` : undefined;
}

export class Machine {
  /** A minimal installation with systemd, like a fresh server. */
  static create() {
    const machine = new Machine();
    // Not below a folder that is closed to others: accounts of the machine must reach their files.
    machine.folder = mkdtempSync(join(tmpdir(), 'portal-machine-'));
    execFileSync('chmod', ['0755', machine.folder]);
    machine.suite = suite();
    machine.root = join(machine.folder, 'root');
    const packages = 'systemd,systemd-sysv,ca-certificates,procps';
    execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages}`, machine.suite, machine.root], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return machine;
  }

  /** Starts systemd; resolves to whether it runs. */
  async boot() {
    const { TERM: _, ...environment } = process.env;
    this.output = '';
    this.process = spawn('systemd-nspawn', ['--quiet', '--register=no', '--keep-unit', '--resolv-conf=copy-host', '-D', this.root, '--boot'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.output = (this.output + text).slice(-4000)));
    }
    const deadline = performance.now() + bootBound;
    while (performance.now() < deadline && this.process.exitCode === null) {
      await pause(500);
      this.init = this.firstProcess();
      if (!this.init) continue;
      // "degraded" is normal: some units of a machine cannot run in a folder.
      const state = this.run(['systemctl', 'is-system-running'], { check: false }).stdout.trim();
      if (state === 'running' || state === 'degraded') return true;
    }
    return false;
  }

  /** The process id of its systemd, as this machine sees it. */
  firstProcess() {
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(this.process.pid)], { encoding: 'utf8' }).stdout;
    return children.trim().split(/\s+/).find(Boolean);
  }

  /** Runs a command in it as root; returns status and output. */
  run(command, { check = true, env = {}, input = '' } = {}) {
    const variables = Object.entries({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', ...env });
    const enter = ['--target', this.init, '--mount', '--uts', '--ipc', '--pid', '--cgroup', '--'];
    const shown = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`), ...command];
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...shown], {
      encoding: 'utf8',
      input,
      timeout: commandBound,
      maxBuffer: 64 * 1024 * 1024,
    });
    if (check && status !== 0) throw new Error(`${command.join(' ')}: status ${status}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
    return { status, stdout, stderr };
  }

  /** A file of this machine, under `path` in the other one. */
  copyIn(file, path) {
    copyFileSync(file, join(this.root, path));
  }

  async remove() {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) {
      // nspawn asks its systemd to power off.
      this.process.kill('SIGTERM');
      const ended = once(this.process, 'exit');
      await Promise.race([ended, pause(30_000)]);
      this.process.kill('SIGKILL');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
