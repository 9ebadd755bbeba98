// PostgreSQL servers on the loopback: a primary and its synchronous replica, both with TLS.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '../trust/portal.mjs';
import { Process } from './processes.mjs';

const password = 'cluster';

/** The newest installed version. */
function programs() {
  const folder = '/usr/lib/postgresql';
  const [version] = readdirSync(folder).map(Number).filter(Number.isFinite).toSorted((one, other) => other - one);
  return join(folder, String(version), 'bin');
}

/** PostgreSQL refuses to run as root. */
function account() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A certificate authority, and a certificate of `localhost` by it, below the folder. */
export function createCertificates(folder) {
  mkdirSync(folder);
  const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Cluster test');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  openssl('x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2',
    '-extfile', 'names', '-out', 'server.pem');
  return { authority: join(folder, 'ca.pem'), certificate: join(folder, 'server.pem'), key: join(folder, 'server.key') };
}

export class PostgresServer {
  #settings = [];

  static async create(folder, name, certificates) {
    const server = new PostgresServer();
    Object.assign(server, { name, certificates, port: await freePort(), programs: programs() });
    server.folder = join(folder, name);
    server.log = join(folder, `${name}.log`);
    const owner = account();
    mkdirSync(server.folder, { mode: 0o700 });
    server.key = join(folder, `${name}.key`);
    execFileSync('install', ['-m', '600', certificates.key, server.key]);
    if (owner.uid !== undefined) for (const path of [server.folder, server.key]) chownSync(path, owner.uid, owner.gid);
    return server;
  }

  get data() {
    return join(this.folder, 'data');
  }

  /** What `scripts/trust/database.mjs` needs. */
  postgres() {
    return { programs: this.programs, host: this.folder, port: this.port, user: 'postgres' };
  }

  /** PostgreSQL's account may not read the working folder and the home of this one. */
  get #options() {
    return { ...account(), cwd: this.folder, env: { ...process.env, HOME: this.folder } };
  }

  #run(program, args) {
    return execFileSync(join(this.programs, program), args, { ...this.#options, encoding: 'utf8', stdio: 'pipe' });
  }

  /** A new cluster. `synchronous` names the replica that has to confirm commits. */
  async initialise({ synchronous }) {
    this.#run('initdb', ['-D', this.data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust']);
    const rules = ['local all all trust', 'local replication all trust'];
    for (const database of ['all', 'replication']) rules.push(`hostssl ${database} all 127.0.0.1/32 scram-sha-256`);
    writeFileSync(join(this.data, 'pg_hba.conf'), `${rules.join('\n')}\n`);
    await this.start();
    const statements = [
      `CREATE ROLE portal LOGIN PASSWORD '${password}'`,
      `CREATE ROLE replicator LOGIN REPLICATION PASSWORD '${password}'`,
      'CREATE DATABASE portal OWNER portal',
      `ALTER ROLE portal SET lc_messages = 'C'`,
    ];
    for (const statement of statements) this.#run('psql', ['-h', this.folder, '-p', String(this.port), '-U', 'postgres', '-qc', statement, 'postgres']);
    this.#settings = ['-c', `synchronous_standby_names=${synchronous}`];
  }

  /** A copy of the primary that follows it. */
  async follow(primary) {
    const source = `host=127.0.0.1 port=${primary.port} user=replicator password=${password} sslmode=require application_name=${this.name}`;
    this.#run('pg_basebackup', ['-D', this.data, '-d', source, '-R', '-X', 'stream', '-c', 'fast']);
    await this.start();
  }

  async start() {
    const settings = {
      listen_addresses: '127.0.0.1', port: this.port, unix_socket_directories: this.folder, max_connections: 200,
      ssl: 'on', ssl_cert_file: this.certificates.certificate, ssl_key_file: this.key, wal_level: 'replica',
      max_wal_senders: 10, hot_standby: 'on', wal_keep_size: '512MB', shared_buffers: '256MB', max_wal_size: '2GB',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const options = { ...this.#options, log: this.log };
    this.process = new Process(join(this.programs, 'postgres'), ['-D', this.data, ...args, ...this.#settings], options);
    await this.process.until(() => this.#isReady());
  }

  #isReady() {
    try {
      this.#run('pg_isready', ['-q', '-h', this.folder, '-p', String(this.port)]);
      return true;
    } catch {
      return false;
    }
  }

  /** Waits for no client. */
  async stop() {
    await this.process?.stop('SIGINT');
  }

  /** Ends it as a lost machine would: without a last checkpoint. */
  async lose() {
    await this.process.stop('SIGQUIT');
  }

  /** Makes a replica a primary that waits for no other server. */
  promote() {
    this.#run('pg_ctl', ['promote', '-D', this.data, '-w', '-t', '60']);
  }
}

/** The URL of the server that accepts writes, for a portal. */
export function urlOfPrimary(servers, { authority }) {
  const hosts = servers.map(({ port }) => `localhost:${port}`).join(',');
  const addresses = servers.map(() => '127.0.0.1').join(',');
  const parameters = `hostaddr=${addresses}&target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${authority}`;
  return `postgres://portal:${password}@${hosts}/portal?${parameters}`;
}

/** The URL of one server. */
export const urlOf = ({ port }, { authority }) =>
  `postgres://portal:${password}@localhost:${port}/portal?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=${authority}`;

/** Others must be able to reach what PostgreSQL's account reads. */
export const openFolder = (path) => {
  chmodSync(dirname(path), 0o755);
  chmodSync(path, 0o755);
};
