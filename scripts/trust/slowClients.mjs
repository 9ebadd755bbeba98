// Clients that send or read hardly anything. Each has an address of the loopback of its own.
import { connect } from 'node:net';

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

export class SlowClients {
  /** Seconds until the server closed each connection that it closed. */
  closed = [];
  #sockets = new Set();
  #timers = new Set();

  /** Opens connections; resolves when all are open or refused. `path` is what readers ask for. */
  async open(portal, kind, count, path = '/') {
    const { first, every } = kinds[kind];
    const opened = Array.from({ length: count }, (_, index) => {
      const localAddress = `127.${1 + (index % 5)}.${1 + (Math.floor(index / 5) % 250)}.${1 + Math.floor(index / 1250)}`;
      const began = performance.now();
      const socket = connect({ host: '127.0.0.1', port: portal.port, localAddress });
      this.#sockets.add(socket);
      let timer;
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        if (this.#sockets.delete(socket)) this.closed.push((performance.now() - began) / 1000);
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

  get held() {
    return this.#sockets.size;
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer);
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    for (const socket of sockets) socket.destroy();
  }
}
