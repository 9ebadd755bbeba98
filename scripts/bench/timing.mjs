// Response times must not reveal whether an account exists. Sends requests for an address with an
// account and for one without, alternately on one connection, in random order; prints both medians
// and their ratio, and fails when they differ by more than a tenth: timing.mjs <name> <path>
// <expected status> <pairs> [password]
import { connections, post } from './http.mjs';
import { median } from './median.mjs';

const [name, path, expected, pairs, password] = process.argv.slice(2);
const addresses = ['student@portal.test', 'unknown@portal.test'];
const agent = connections(1);
const times = [[], []];
const warmUp = 20;

for (let pair = -warmUp; pair < Number(pairs); pair += 1) {
  const first = Math.random() < 0.5 ? 0 : 1;
  for (const which of [first, 1 - first]) {
    const { status, time } = await post(agent, path, { email: addresses[which], password });
    if (status !== Number(expected)) throw new Error(`${path} returned ${status}`);
    if (pair >= 0) times[which].push(time);
  }
}
agent.destroy();

const [known, unknown] = times.map(median);
const difference = Math.abs(known / unknown - 1);
const verdict = difference <= 0.1 ? 'within 10 %' : 'NOT within 10 %';
const figures = `known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ratio ${(known / unknown).toFixed(3)}`;
console.log(`  ${name.padEnd(24)} ${figures}: ${verdict}`);
process.exitCode = difference <= 0.1 ? 0 : 1;
