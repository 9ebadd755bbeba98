// Calls as browsers make them, for the scripts beside this one.
import { Agent, request } from 'node:http';

/** So many connections that stay open. */
export const connections = (count) => new Agent({ keepAlive: true, maxSockets: count });

/** Resolves to the answer's status, headers, text and the milliseconds until its last byte. */
function send(agent, url, method, headers, text) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request(url, { agent, method, headers }, (answer) => {
      const pieces = [];
      answer.on('end', () => {
        const time = performance.now() - began;
        resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(pieces).toString(), time });
      });
      answer.on('error', reject);
      answer.on('data', (piece) => pieces.push(piece));
    });
    call.on('error', reject);
    call.end(text);
  });
}

/** Sends JSON. */
export function post(agent, path, body, base = process.env.BASE_URL) {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  return send(agent, `${base}/api/v1${path}`, 'POST', headers, text);
}

/** Reads as somebody who is logged in. */
export function get(agent, path, token, base = process.env.BASE_URL) {
  return send(agent, `${base}/api/v1${path}`, 'GET', { Authorization: `Bearer ${token}` });
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
