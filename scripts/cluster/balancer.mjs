// HAProxy in front of the portals, and Prometheus beside them.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { freePort } from '../trust/portal.mjs';
import { Process, answers } from './processes.mjs';

/** A balancer that takes a portal out as soon as it is not ready. */
export class Balancer {
  static async start(folder, portals) {
    const balancer = new Balancer();
    balancer.port = await freePort();
    balancer.socket = join(folder, 'haproxy.sock');
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, configuration(balancer.port, balancer.socket, portals));
    balancer.process = new Process('haproxy', ['-db', '-f', file], { log: join(folder, 'haproxy.log') });
    return balancer;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** `drain`: the portal gets no more requests; `ready`: it does again. */
  async setState(index, state) {
    const server = `portal${index + 1}`;
    for (const backend of ['portals', 'not-ready']) await this.#command(`set server ${backend}/${server} state ${state}`);
  }

  /** Resolves once HAProxy has executed the command; it answers with a text only if that fails. */
  #command(command) {
    return new Promise((resolve, reject) => {
      let answer = '';
      connect(this.socket)
        .setEncoding('utf8')
        .on('error', reject)
        .on('data', (text) => (answer += text))
        .on('end', () => (answer.trim() ? reject(new Error(`haproxy: ${answer.trim()}`)) : resolve()))
        .end(`${command}\n`);
    });
  }

  stop() {
    return this.process.stop();
  }
}

const configuration = (port, socket, portals) => `
global
  maxconn 8000
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 1s
  timeout check 2s
  timeout client 60s
  timeout server 60s
  timeout queue 5s
  option redispatch 1
  retries 3
  # Only where no portal has begun to answer: a request must not be done twice.
  retry-on conn-failure
frontend site
  bind 127.0.0.1:${port}
  option forwardfor
  use_backend not-ready if { nbsrv(portals) lt 1 }
  default_backend portals
backend portals
  balance leastconn
  option httpchk GET /health/ready
  http-reuse safe
  default-server check inter 500ms fall 1 rise 1 pool-purge-delay 1s
${servers(portals)}
# Without their database portals are not ready, but answer searches from memory.
backend not-ready
  balance leastconn
  option httpchk GET /health/live
  default-server check inter 500ms fall 1 rise 1
${servers(portals)}
`;

const servers = (portals) =>
  portals.map(({ port }, index) => `  server portal${index + 1} 127.0.0.1:${port}`).join('\n');

/** Prometheus, with the alert rules that the project ships. */
export class Prometheus {
  static async start(folder, portals) {
    const prometheus = new Prometheus();
    const port = await freePort();
    prometheus.url = `http://127.0.0.1:${port}`;
    const rules = resolve('config/deploy/monitoring/alerts.yml');
    const targets = portals.map(({ settings }) => settings.PORTAL_METRICS_ADDRESS);
    const file = join(folder, 'prometheus.yml');
    writeFileSync(file, JSON.stringify({
      global: { scrape_interval: '5s', evaluation_interval: '5s' },
      rule_files: existsSync(rules) ? [rules] : [],
      scrape_configs: [{ job_name: 'portal', static_configs: [{ targets }] }],
    }));
    const data = join(folder, 'prometheus');
    mkdirSync(data);
    const args = [`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`];
    prometheus.process = new Process('prometheus', args, { log: join(folder, 'prometheus.log') });
    await prometheus.process.until(() => answers(`${prometheus.url}/-/ready`));
    return prometheus;
  }

  /** The values of an instant query. */
  async query(expression) {
    const response = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = await response.json();
    return data.result.map(({ metric, value: [, value] }) => ({ ...metric, value: Number(value) }));
  }

  stop() {
    return this.process.stop();
  }
}
