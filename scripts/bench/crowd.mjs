// Two hundred people log in at the same moment. Whoever is told to come back does so after as long as they are told, and
// a little more, as people do. When all are in, the next two hundred come, until somebody ends this with SIGTERM; then
// it says how many got in.
import { connections, post, sleep } from './people.mjs';

const people = 200;
const agent = connections(people);
const body = { email: 'student@portal.test', password: 'portal-demo' };
let [got_in, turned_away] = [0, 0];

async function log_in() {
  for (;;) {
    const { status, headers } = await post(agent, '/authenticate', body);
    if (status === 200) {
      got_in += 1;
      return;
    }
    if (status !== 429) throw new Error(`a log-in was answered with ${status}`);
    turned_away += 1;
    await sleep(Number(headers['retry-after']) * 1000 * (1 + Math.random()));
  }
}

process.on('SIGTERM', () => {
  console.log(`${got_in} ${turned_away}`);
  process.exit();
});
for (;;) await Promise.all(Array.from({ length: people }, log_in));
