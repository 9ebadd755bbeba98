// A client of the API that never throws: a lost connection or a timeout is the status 0.
import { request } from 'node:http';
import { connections } from '../bench/http.mjs';

export const agent = connections(256);

/**
 * Sends a request to `/api/v1` and resolves to the status, the parsed body and the milliseconds, and
 * to the reason if there was no response. `body` is sent as JSON, unless it is a Buffer of `type`.
 * `from` is the client's address.
 */
export function call(portal, method, path, options = {}) {
  const { token, body, type = 'application/json', cookie, timeout = 30_000, from, forwarded } = options;
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = {};
  if (bytes) Object.assign(headers, { 'Content-Type': type, 'Content-Length': bytes.length });
  if (token) headers.Authorization = `Bearer ${token}`;
  if (forwarded) headers['X-Forwarded-For'] = forwarded;
  if (cookie) Object.assign(headers, { Cookie: cookie, Origin: portal.url });
  const began = performance.now();
  return new Promise((resolve) => {
    const finish = (status, json, headers = {}, lost = undefined) =>
      resolve({ status, json, headers, lost, time: performance.now() - began });
    const lose = (error) =>
      finish(0, undefined, {}, `${error.code ?? error.message} on a ${sent.reusedSocket ? 'kept' : 'new'} connection`);
    const sent = request(`${portal.url}/api/v1${path}`, { agent, method, headers, timeout, localAddress: from }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', lose);
      response.on('end', () => finish(response.statusCode, parse(Buffer.concat(chunks)), response.headers));
    });
    sent.on('timeout', () => sent.destroy(new Error('timeout')));
    sent.on('error', lose);
    sent.end(bytes);
  });
}

/**
 * Sends a request with exactly this path, which `fetch` would normalise, on a connection of its own.
 * Resolves to the status, the headers and the text.
 */
export function send(portal, method, path, headers = {}, body = undefined) {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port: portal.port, method, path, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', () => resolve({ status: 0, headers: {}, text: '' }));
    sent.end(body);
  });
}

function parse(bytes) {
  try {
    return JSON.parse(bytes);
  } catch {
    return undefined;
  }
}

/** Logs in; resolves to the access token and the refresh cookie. */
export async function logIn(portal, email, password = 'portal-demo') {
  const { status, json, headers } = await call(portal, 'POST', '/authenticate', { body: { email, password } });
  if (status !== 200) return undefined;
  return { token: json.payload.token, cookie: headers['set-cookie']?.map((text) => text.split(';')[0]).join('; ') };
}

/** A multipart body of parts with a name, a type, the bytes and for a file its name. */
export function form(parts) {
  const boundary = `trust-${process.pid}`;
  const chunks = parts.flatMap(({ name, type, bytes, filename }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n`,
    `Content-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** A multipart body with one image in the field `files`. */
export const fileForm = (bytes, filename, type) => form([{ name: 'files', type, bytes, filename }]);
