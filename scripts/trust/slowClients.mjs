// Clients that send or read hardly anything. Each has an address of the loopback of its own.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Where all other clients are. */
const othersAddress = '127.0.0.1';

/** What a client does: headers, bodies and readers a byte at a time, or nothing at all. */
const kinds = {
  head: { first: () => 'GET / HTTP/1.1\r\nHost: portal\r\nX-Slow: ', every: 10_000 },
  body: {
    first: () => 'POST /api/v1/authenticate HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n',
    every: 1000,
  },
  secondHead: { first: () => 'GET /health/live HTTP/1.1\r\nHost: portal\r\n\r\nG', every: 60_000 },
  reader: { first: (path) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`.repeat(40), every: 0 },
  idle: { first: () => '', every: 0 },
};

/** The bytes that wait to be sent in each of the portal's connections with slow clients. */
const unsentBytes = (portal) =>
  portal.connections().flatMap(({ remote, unsent }) => (remote === othersAddress ? [] : [unsent]));

export class SlowClients {
  #sockets = new Set();
  #timers = new Set();

  /**
   * Opens connections, spread over so many milliseconds; resolves when all are open or refused.
   * `path` is what readers ask for.
   */
  async open(portal, kind, count, { path = '/', during = 0 } = {}) {
    const { first, every } = kinds[kind];
    const opened = Array.from({ length: count }, async (_, index) => {
      await pause((during * index) / count);
      const localAddress = `127.${1 + (index % 5)}.${1 + (Math.floor(index / 5) % 250)}.${1 + Math.floor(index / 1250)}`;
      const socket = connect({ host: '127.0.0.1', port: portal.port, localAddress });
      this.#sockets.add(socket);
      let timer;
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        this.#sockets.delete(socket);
      });
      return new Promise((resolve) => {
        socket.on('close', resolve);
        socket.on('connect', () => {
          if (kind === 'reader') socket.pause();
          socket.write(first(path));
          if (every > 0) timer = setInterval(() => socket.write('x'), every);
          this.#timers.add(timer);
          resolve();
        });
        if (kind !== 'reader') socket.resume();
      });
    });
    await Promise.all(opened);
  }

  /** The connections that the portal holds. A client that does not read notices no end of its own. */
  static held(portal) {
    return unsentBytes(portal).length;
  }

  /** Resolves when the portal has nothing to send to them, or could send none of it for a second. */
  static async untilIdle(portal, bound) {
    const unsent = () => unsentBytes(portal).reduce((sum, bytes) => sum + bytes, 0);
    const deadline = performance.now() + bound;
    for (let [before, now] = [0, unsent()]; now !== before; [before, now] = [now, unsent()]) {
      if (performance.now() > deadline) throw new Error(`the portal still sends to slow clients after ${bound} ms`);
      await pause(1000);
    }
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer);
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    for (const socket of sockets) socket.destroy();
  }
}
