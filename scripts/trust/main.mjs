// Runs the checks of trust and prints their table: main.mjs [T05 F02 …]. TRUST_SCALE=0.1 shortens
// the runs for a trial; the table then says so.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { access } from './attacks/access.mjs';
import { browserRules } from './attacks/browserRules.mjs';
import { erasure } from './attacks/erasure.mjs';
import { exposure } from './attacks/exposure.mjs';
import { hostileImages } from './attacks/hostileImages.mjs';
import { limits } from './attacks/limits.mjs';
import { malformed } from './attacks/malformed.mjs';
import { markup } from './attacks/markup.mjs';
import { races } from './attacks/races.mjs';
import { sessions } from './attacks/sessions.mjs';
import { timing } from './attacks/timing.mjs';
import { linters } from './deployment/linters.mjs';
import { packageCheck } from './deployment/package.mjs';
import { proxies } from './deployment/proxies.mjs';
import { base } from './faults/base.mjs';
import { database } from './faults/database.mjs';
import { killPoints } from './faults/killPoints.mjs';
import { kills } from './faults/kills.mjs';
import { longRun } from './faults/longRun.mjs';
import { mail } from './faults/mail.mjs';
import { slowClients } from './faults/slow.mjs';
import { objectStore } from './faults/store.mjs';
import { volumes } from './faults/volumes.mjs';
import { keep, run } from './table.mjs';

const checks = {
  T01: ['what others own', access],
  T02: ['sessions', sessions],
  T05: ['the same decision several times at once', races],
  T06: ['hostile images', hostileImages],
  T08: ['whether an account exists', timing],
  T10: ['markup in every text, in Chromium', markup],
  T12: ['malformed input', malformed],
  T15: ['limits, and the owner behind them', limits],
  T16: ['headers, origins, changes across sites', browserRules],
  T17: ['what strangers see', exposure],
  T18: ['erasure', erasure],
  F00: ['base load', base],
  F01: ['kills under load', kills],
  F02: ['database away and silent', database],
  F03: ['full volumes', volumes],
  F04: ['slow clients', slowClients],
  F05: ['mail server away, refusing, silent, slow', mail],
  F06: ['object store away, failing, slow', objectStore],
  F08: ['killed between the steps of a change', killPoints],
  F12: ['an hour at 500 requests a second', longRun],
  P01: ['the Debian package, from installation to purge', packageCheck],
  P02: ['the examples of proxies', proxies],
  P03: ['linters of the files for deployment', linters],
};

/** These take long and compare no times: they run in a process of their own beside others. */
const long = ['F12'];
/** What these measure would be disturbed by checks beside them. */
const alone = ['T08', 'F00', 'F01', 'F04'];

const scale = Number(process.env.TRUST_SCALE ?? 1);
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
const runAll = (ids) => run(ids.map((id) => ({ id, name: checks[id][0], check: (report) => checks[id][1](report, { scale }) })));

if (process.send) {
  process.send(await runAll(chosen), () => process.exit(0));
} else {
  const beside = chosen.filter((id) => long.includes(id)).map(inProcess);
  const results = await runAll(chosen.filter((id) => !long.includes(id) && !alone.includes(id)));
  results.push(...(await Promise.all(beside)).flat());
  results.push(...(await runAll(chosen.filter((id) => alone.includes(id)))));
  results.sort((one, other) => chosen.indexOf(one.id) - chosen.indexOf(other.id));
  process.exit(keep(results, { scale, file: 'artefacts/trust.md' }) ? 1 : 0);
}

/** Runs a check in a process of its own; resolves to its results. */
async function inProcess(id) {
  const child = fork(import.meta.filename, [id]);
  const results = once(child, 'message').then(([message]) => message);
  const ended = once(child, 'exit').then(([code, signal]) => [
    { id, name: checks[id][0], seconds: 0, figures: [], misses: [`its process ended: ${signal ?? code}`], notes: [] },
  ]);
  return Promise.race([results, ended]);
}
