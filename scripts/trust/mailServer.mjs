// A mail server on the loopback that can be slow, silent, refuse or be away.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from './portal.mjs';

/**
 * What it does: `accept` takes every mail, `refuse` answers 451 to every recipient, `silent` never
 * answers, `slow` waits before each answer.
 */
export class MailServer {
  mode = 'accept';
  /** Before each answer of the mode `slow`, in milliseconds. */
  delay = 2000;
  /** Accepted mails: how often, and the source, by Message-ID. */
  mails = new Map();
  #sockets = new Set();

  static async create() {
    const server = new MailServer();
    server.port = await freePort();
    await server.start();
    return server;
  }

  get url() {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async start() {
    this.server = createServer((socket) => this.#serve(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Refuses connections until `start`. */
  async stop() {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Mails whose decoded source contains the text. */
  containing(text) {
    return [...this.mails.values()].filter(({ source }) => source.includes(text));
  }

  #serve(socket) {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => {});
    const answer = (text) => {
      if (this.mode === 'silent') return;
      setTimeout(() => socket.writable && socket.write(`${text}\r\n`), this.mode === 'slow' ? this.delay : 0);
    };
    let received = '';
    let data = false;
    answer('220 trust');
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
      for (;;) {
        const end = received.indexOf(data ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = received.slice(0, end);
        received = received.slice(end + (data ? 5 : 2));
        if (data) {
          data = false;
          if (this.mode !== 'silent') this.#accept(part);
          answer('250 accepted');
        } else {
          const verb = part.slice(0, 4).toUpperCase();
          data = verb === 'DATA';
          answer(this.#replyTo(verb));
          if (verb === 'QUIT') socket.end();
        }
      }
    });
  }

  #replyTo(verb) {
    if (verb === 'DATA') return '354 go on';
    if (verb === 'RCPT' && this.mode === 'refuse') return '451 later';
    return verb === 'QUIT' ? '221 bye' : '250 ok';
  }

  #accept(source) {
    const id = /^message-id:\s*(\S+)/im.exec(source)?.[1] ?? source;
    const mail = this.mails.get(id) ?? { times: 0, source: decode(source) };
    mail.times += 1;
    this.mails.set(id, mail);
  }
}

/** Quoted-printable text, as bytes. */
export const decodeQuoted = (text) =>
  text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

/** The source with its quoted-printable and base64 parts decoded after it. */
function decode(source) {
  const quoted = decodeQuoted(source);
  const parts = source.match(/(?:^[A-Za-z0-9+/]{40,}={0,2}\r?\n?)+/gm) ?? [];
  return [source, quoted, ...parts.map((part) => Buffer.from(part, 'base64').toString('latin1'))].join('\n');
}
