// P01: the Debian package on a fresh machine: installed, started, stopped, killed, upgraded, removed
// and purged, by apt and systemd.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { call } from '../client.mjs';
import { freePort } from '../portal.mjs';
import { Machine, missingForMachine } from './machine.mjs';

const versions = ['0.1.0~trust1', '0.1.0~trust2'];
/** From the command that installs the package to the first page. */
const installBound = 60;
/** Of `systemd-analyze security`. */
const exposureBound = 2;
const stopBound = 10_000;
const unit = 'fensterplatz.service';
const data = '/var/lib/fensterplatz';
/** A public key of age. */
const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const administrator = { email: 'ada@portal.test', password: 'correct horse battery' };

export async function packageCheck(report) {
  const missing = missingForMachine();
  if (missing) {
    report.note(`the package on a machine of its own: ${missing}`);
    return;
  }
  const machine = Machine.create();
  try {
    const packages = versions.map(build);
    packages.forEach((file, index) => machine.copyIn(file, `/root/fensterplatz-${index + 1}.deb`));
    if (!(await machine.boot())) {
      report.note(`the package on a machine of its own: systemd does not run here: ${machine.output.trim().split('\n').at(-1)}`);
      return;
    }
    const portal = new InstalledPortal(machine, report, await freePort(), await freePort());
    await portal.install();
    portal.files();
    portal.unit();
    await portal.commands();
    portal.backup();
    portal.proxy();
    await portal.faults();
    await portal.upgrade();
    await portal.removal();
  } finally {
    await machine.remove();
  }
}

function build(version) {
  execFileSync('scripts/package.sh', [version], { stdio: ['ignore', 'ignore', 'inherit'] });
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
  return `artefacts/fensterplatz_${version}_${architecture}.deb`;
}

class InstalledPortal {
  constructor(machine, report, port, metricsPort) {
    Object.assign(this, { machine, report, url: `http://127.0.0.1:${port}` });
    // The network is shared with this machine, where the default ports may be taken.
    this.env = { PORTAL_HTTP_ADDRESS: `127.0.0.1:${port}`, PORTAL_METRICS_ADDRESS: `127.0.0.1:${metricsPort}` };
    const folder = join(machine.root, 'etc/systemd/system', `${unit}.d`);
    mkdirSync(folder, { recursive: true });
    const lines = Object.entries(this.env).map(([name, value]) => `Environment=${name}=${value}`);
    writeFileSync(join(folder, 'ports.conf'), `[Service]\n${lines.join('\n')}\n`);
  }

  /** Adds to the table whether something is as it must be. */
  must(name, holds) {
    this.report.figure(name, holds ? 'yes' : 'no', { exactly: 'yes' });
  }

  apt(...words) {
    return this.machine.run(['apt-get', '-qq', '-y', ...words]);
  }

  systemctl(...words) {
    return this.machine.run(['systemctl', ...words], { check: false }).stdout.trim();
  }

  property(name) {
    return this.systemctl('show', '--value', '--property', name, unit);
  }

  /** A command by the package's wrapper, as root. */
  command(words, input = '') {
    return this.machine.run(['fensterplatz', ...words], { check: false, env: this.env, input });
  }

  /** The page by a connection of its own; an empty text without one. */
  page() {
    return new Promise((resolve) => {
      const sent = request(this.url, { agent: false, timeout: 5000 }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve(response.statusCode === 200 ? Buffer.concat(chunks).toString() : ''));
        response.on('error', () => resolve(''));
      });
      sent.on('timeout', () => sent.destroy(new Error('timeout')));
      sent.on('error', () => resolve(''));
      sent.end();
    });
  }

  /** Resolves to the page, or to an empty text after a minute. */
  async untilPage() {
    const deadline = performance.now() + 60_000;
    let text = '';
    while (text === '' && performance.now() < deadline) {
      text = await this.page();
      await pause(100);
    }
    return text;
  }

  async logIn() {
    const { status } = await call({ url: this.url }, 'POST', '/authenticate', { body: administrator });
    return status;
  }

  has(path) {
    return existsSync(join(this.machine.root, path));
  }

  /** Owner, group and mode of a path, as names of the machine. */
  permissions(path) {
    return this.machine.run(['stat', '-c', '%U:%G %a', path], { check: false }).stdout.trim();
  }

  async install() {
    const { report } = this;
    let began = performance.now();
    this.apt('update');
    report.figure('apt-get update', (performance.now() - began) / 1000, {}, ' s');
    began = performance.now();
    this.apt('install', '/root/fensterplatz-1.deb');
    report.figure('installed after', (performance.now() - began) / 1000, {}, ' s');
    const text = await this.untilPage();
    report.figure('first page after', (performance.now() - began) / 1000, { atMost: installBound }, ' s');
    this.must('page names the portal', text.includes('<title>') && text.includes('Fensterplatz'));
    this.must('no cluster of Debian', !this.has('var/lib/postgresql/15/main') && this.systemctl('is-active', 'postgresql@15-main') !== 'active');
  }

  files() {
    const expected = {
      '/etc/fensterplatz': 'root:fensterplatz 750',
      '/etc/fensterplatz/portal.toml': 'root:fensterplatz 640',
      '/etc/fensterplatz/environment': 'root:fensterplatz 640',
      [data]: 'fensterplatz:fensterplatz 700',
      [`${data}/postgres`]: 'fensterplatz:fensterplatz 700',
      '/usr/bin/portal': 'root:root 755',
    };
    const wrong = Object.entries(expected).filter(([path, text]) => this.permissions(path) !== text);
    this.report.violations('permissions', wrong.map(([path]) => `${path}: ${this.permissions(path)}`));
    this.report.figure('package', statSync(join(this.machine.root, 'root/fensterplatz-1.deb')).size / 1e6, {}, ' MB');
  }

  unit() {
    const { machine, report } = this;
    this.must('service active', this.property('ActiveState') === 'active');
    this.must('enabled at boot', this.systemctl('is-enabled', unit) === 'enabled');
    const accounts = machine.run(['ps', '-o', 'user:20=', '-C', 'portal,postgres']).stdout.trim().split(/\s+/);
    report.violations('processes of other accounts', accounts.filter((account) => account !== 'fensterplatz'));
    report.violations('systemd-analyze verify', lines(machine.run(['systemd-analyze', 'verify', unit], { check: false }).stderr).filter((line) => line.includes('fensterplatz')));
    const security = machine.run(['systemd-analyze', 'security', '--offline=yes', `/usr/lib/systemd/system/${unit}`], { check: false }).stdout;
    report.figure('exposure', Number(/exposure level.*: ([\d.]+)/.exec(security)?.[1] ?? 10), { atMost: exposureBound });
    const journal = machine.run(['journalctl', '--no-pager', '-u', unit]).stdout;
    this.must('log in the journal', journal.includes('PostgreSQL started'));
    report.violations('errors in the journal', lines(journal).filter((line) => / ERROR | WARN .*denied/.test(line)));
  }

  async commands() {
    const { report } = this;
    const name = ['--first-name', 'Ada', '--last-name', 'Lovelace'];
    const created = this.command(['create-admin', '--email', administrator.email, ...name, '--password-stdin'], `${administrator.password}\n`);
    report.figure('fensterplatz create-admin', created.status, { exactly: 0 });
    report.figure('log-in', await this.logIn(), { exactly: 200 });
    report.figure('fensterplatz health', this.command(['health']).status, { exactly: 0 });
    const checked = this.command(['check', '--live']);
    report.violations('errors of fensterplatz check --live', lines(checked.stdout).filter((line) => line.startsWith('error ')));
    const other = this.machine.run(['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'fensterplatz', 'check'], { check: false });
    report.figure('fensterplatz check by another account', other.status, { exactly: 1 });
    this.must('configuration closed to other accounts', this.machine.run(['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'cat', '/etc/fensterplatz/portal.toml'], { check: false }).status !== 0);
  }

  /** The wrapper reads the file of the backup service, in which the public key is. */
  backup() {
    const place = '/srv/backups';
    this.machine.run(['install', '-d', '-m', '0700', '-o', 'fensterplatz', '-g', 'fensterplatz', place]);
    this.machine.run(['sh', '-c', `echo "PORTAL_BACKUP_RECIPIENT='${recipient}'" >>/etc/fensterplatz/backup`]);
    this.report.figure('fensterplatz backup', this.command(['backup', '--to', place]).status, { exactly: 0 });
    const listed = this.command(['backup', 'list', place]).stdout;
    this.must('backup encrypted to the key in /etc/fensterplatz/backup', / {2}encrypted$/m.test(listed));
  }

  /** The example of nginx, unchanged, with the nginx of Debian; requests go through it in P02. */
  proxy() {
    this.apt('install', '--no-install-recommends', 'nginx-light', 'openssl');
    const certificate = '-keyout /etc/ssl/fensterplatz/privkey.pem -out /etc/ssl/fensterplatz/fullchain.pem';
    const steps = [
      'mkdir /etc/ssl/fensterplatz',
      `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=zimmer.example.org ${certificate}`,
      'cp /usr/share/doc/fensterplatz/proxies/nginx.conf /etc/nginx/conf.d/fensterplatz.conf',
      'rm /etc/nginx/sites-enabled/default',
      'nginx -t',
    ];
    const { status, stderr } = this.machine.run(['sh', '-ec', steps.join('\n')], { check: false });
    this.report.figure('nginx of Debian accepts the example', status === 0 ? 'yes' : stderr, { exactly: 'yes' });
  }

  async faults() {
    const { report } = this;
    const killed = this.property('MainPID');
    this.machine.run(['kill', '-KILL', killed]);
    await pause(1000);
    await this.untilPage();
    this.must('started again after SIGKILL', this.property('ActiveState') === 'active' && this.property('MainPID') !== killed);
    const began = performance.now();
    this.systemctl('stop', unit);
    report.figure('stopped after', performance.now() - began, { atMost: stopBound }, ' ms');
    report.figure('processes left', lines(this.machine.run(['ps', '-o', 'pid=', '-u', 'fensterplatz'], { check: false }).stdout).length, { exactly: 0 });
    this.systemctl('start', unit);
    this.must('page right after systemctl start', (await this.page()) !== '');
  }

  async upgrade() {
    const { machine, report } = this;
    const file = join(machine.root, 'etc/fensterplatz/portal.toml');
    machine.run(['sh', '-c', `echo 'brand_name = "Zimmerbörse"' >>/etc/fensterplatz/portal.toml`]);
    const before = this.property('MainPID');
    this.apt('install', '/root/fensterplatz-2.deb');
    const text = await this.untilPage();
    report.figure('version', machine.run(['dpkg-query', '-W', '-f', '${Version}', 'fensterplatz']).stdout, { exactly: versions[1] });
    this.must('restarted by the upgrade', this.property('ActiveState') === 'active' && this.property('MainPID') !== before);
    this.must('configuration kept and used', existsSync(file) && text.includes('Zimmerbörse'));
    report.figure('log-in after the upgrade', await this.logIn(), { exactly: 200 });
    this.systemctl('stop', unit);
    this.apt('install', '--allow-downgrades', '/root/fensterplatz-1.deb');
    this.must('a stopped service stays stopped', this.property('ActiveState') === 'inactive');
    this.systemctl('start', unit);
  }

  async removal() {
    const { report } = this;
    this.apt('remove', 'fensterplatz');
    this.must('removed: program gone, service stopped', !this.has('usr/bin/portal') && (await this.page()) === '');
    this.must('removed: configuration and data kept', this.has('etc/fensterplatz/portal.toml') && this.has(`${data}/postgres/cluster`));
    this.apt('install', '/root/fensterplatz-2.deb');
    await this.untilPage();
    report.figure('log-in after another installation', await this.logIn(), { exactly: 200 });
    this.machine.run(['sh', '-c', 'echo secret >/etc/fensterplatz/smtp_url']);
    this.apt('purge', 'fensterplatz');
    this.must('purged: configuration gone, data kept', !this.has('etc/fensterplatz') && this.has(`${data}/postgres/cluster`));
    this.apt('install', '/root/fensterplatz-2.deb');
    this.machine.run(['touch', `${data}/delete-on-purge`]);
    this.apt('purge', 'fensterplatz');
    this.must('purged with delete-on-purge: data gone', !this.has(data));
  }
}

const lines = (text) => text.split('\n').filter((line) => line.trim() !== '');
