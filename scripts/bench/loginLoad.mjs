// Two hundred users log in at the same moment. A login that is refused, also because the hashing
// threads were busy for too long, is retried after its Retry-After,
// plus up to as long again at random. When all are logged in, the next two hundred start, until
// SIGTERM; then the numbers of successful and refused logins are printed.
import { connections, post, sleep } from './http.mjs';

const users = 200;
const agent = connections(users);
const body = { email: 'student@portal.test', password: 'portal-demo' };
let [succeeded, refused] = [0, 0];

async function logIn() {
  for (;;) {
    const { status, headers } = await post(agent, '/authenticate', body);
    if (status === 200) {
      succeeded += 1;
      return;
    }
    if (status !== 429 && status !== 503) throw new Error(`login returned ${status}`);
    refused += 1;
    await sleep(Number(headers['retry-after']) * 1000 * (1 + Math.random()));
  }
}

process.on('SIGTERM', () => {
  console.log(`${succeeded} ${refused}`);
  process.exit();
});
for (;;) await Promise.all(Array.from({ length: users }, logIn));
