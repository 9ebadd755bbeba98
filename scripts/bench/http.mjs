// An HTTP client with kept connections, for the benchmarks and the checks of trust.
import { Agent, request } from 'node:http';

/**
 * An agent with at most so many kept connections, those without a request for 10 s only: the portal
 * closes them after 30 s (http_keep_alive_seconds), and a request that is sent at that moment is lost.
 */
export const connections = (count) => new Agent({ keepAlive: true, maxSockets: count, timeout: 10_000 });

/** Resolves to the response's status, headers, text and the milliseconds until its last byte. */
function send(agent, url, method, headers, text) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('end', () => {
        const time = performance.now() - began;
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString(), time });
      });
      response.on('error', reject);
      response.on('data', (chunk) => chunks.push(chunk));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Sends JSON. */
export function post(agent, path, body, base = process.env.BASE_URL) {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  return send(agent, `${base}/api/v1${path}`, 'POST', headers, text);
}

/** Requests with an access token. */
export function get(agent, path, token, base = process.env.BASE_URL) {
  return send(agent, `${base}/api/v1${path}`, 'GET', { Authorization: `Bearer ${token}` });
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
