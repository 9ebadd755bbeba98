// Searches at a steady rate, in a thread of its own: the event loop that serves the base load and
// thousands of slow clients would delay the measurement, and the base load searches too rarely for
// a p99 within seconds.
import { once } from 'node:events';
import { request } from 'node:http';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { connections } from '../bench/http.mjs';

/** Between the starts of two searches, in milliseconds. */
const interval = 5;
const body = JSON.stringify({ price: { min: 300, max: 700 } });

export class Prober {
  #worker;

  constructor(portal) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: portal.url });
  }

  /** The searches since the last call: how many, how many failed, and p99 in milliseconds. */
  async take() {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage('take');
    const [{ times, failed }] = await answer;
    times.sort((one, other) => one - other);
    return { searches: times.length, failed, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
  }

  /** Sends no searches until `resume`. */
  pause() {
    this.#worker.postMessage('pause');
  }

  resume() {
    this.#worker.postMessage('resume');
  }

  stop() {
    return this.#worker.terminate();
  }
}

/** `counted` is told the milliseconds of a search, or undefined if it failed. */
function search(url, agent, counted) {
  const began = performance.now();
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
  const sent = request(`${url}/api/v1/listings/search`, { agent, method: 'POST', headers, timeout: 30_000 }, (response) => {
    response.on('error', () => counted(undefined));
    response.on('end', () => counted(response.statusCode === 200 ? performance.now() - began : undefined));
    response.resume();
  });
  sent.on('timeout', () => sent.destroy(new Error('timeout')));
  sent.on('error', () => counted(undefined));
  sent.end(body);
}

function probe() {
  const agent = connections(32);
  let taken = { times: [], failed: 0 };
  let paused = false;
  setInterval(() => {
    if (paused) return;
    search(workerData, agent, (time) => {
      if (time === undefined) taken.failed += 1;
      else taken.times.push(time);
    });
  }, interval);
  parentPort.on('message', (message) => {
    if (message !== 'take') {
      paused = message === 'pause';
      return;
    }
    parentPort.postMessage(taken);
    taken = { times: [], failed: 0 };
  });
}

if (!isMainThread) probe();
