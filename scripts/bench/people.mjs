// Calls as browsers make them, for the scripts beside this one.
import { Agent, request } from 'node:http';

const base = process.env.BASE_URL;

/** So many connections that stay open. */
export const connections = (count) => new Agent({ keepAlive: true, maxSockets: count });

/** Sends JSON; resolves to the answer's status, headers and the milliseconds until its last byte. */
export function post(agent, path, body) {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const began = performance.now();
    const call = request(`${base}/api/v1${path}`, { agent, method: 'POST', headers }, (answer) => {
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, time: performance.now() - began }),
      );
      answer.on('error', reject);
      answer.resume();
    });
    call.on('error', reject);
    call.end(text);
  });
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
