// A PostgreSQL socket that forwards to another one, and can refuse or swallow everything.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from './portal.mjs';

const socketName = '.s.PGSQL.5432';

export class DatabaseProxy {
  /** `forward`, or `swallow`: connections stay open and carry nothing. */
  mode = 'forward';
  #sockets = new Set();

  /** For the own PostgreSQL of a portal. */
  static async create(portal) {
    const proxy = new DatabaseProxy();
    proxy.target = join(portal.data, 'postgres', socketName);
    proxy.folder = join(temporaryFolder(), 'proxy');
    mkdirSync(proxy.folder);
    await proxy.start();
    return proxy;
  }

  get url() {
    return `postgres://portal@/portal?host=${this.folder}`;
  }

  async start() {
    this.server = createServer((client) => this.#serve(client)).listen(join(this.folder, socketName));
    await once(this.server, 'listening');
  }

  /** Ends all connections and refuses new ones until `start`. */
  async stop() {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #serve(client) {
    const server = connect(this.target);
    for (const [from, to] of [[client, server], [server, client]]) {
      this.#sockets.add(from);
      from.on('data', (bytes) => this.mode === 'forward' && to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}
