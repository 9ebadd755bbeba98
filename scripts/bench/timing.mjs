// Nobody may learn from the time whether an account exists. Calls for an address that has one and for an address that
// has none take turns on one connection, who comes first by chance; prints both medians and their ratio, and fails when
// they are further apart than a tenth: timing.mjs <name> <path> <expected status> <pairs> [password]
import { connections, post } from './people.mjs';

const [name, path, expected, pairs, password] = process.argv.slice(2);
const addresses = ['student@portal.test', 'nobody1@portal.test'];
const agent = connections(1);
const times = [[], []];
const warm_up = 20;

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

for (let pair = -warm_up; pair < Number(pairs); pair += 1) {
  const first = Math.random() < 0.5 ? 0 : 1;
  for (const which of [first, 1 - first]) {
    const { status, time } = await post(agent, path, { email: addresses[which], password });
    if (status !== Number(expected)) throw new Error(`${path} was answered with ${status}`);
    if (pair >= 0) times[which].push(time);
  }
}
agent.destroy();

const [known, unknown] = times.map(median);
const apart = Math.abs(known / unknown - 1);
const verdict = apart <= 0.1 ? 'within 10 %' : 'NOT within 10 %';
const figures = `known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ratio ${(known / unknown).toFixed(3)}`;
console.log(`  ${name.padEnd(24)} ${figures}: ${verdict}`);
process.exitCode = apart <= 0.1 ? 0 : 1;
