// Runs the checks of trust and prints their table: main.mjs [T05 F02 …]. TRUST_SCALE=0.1 shortens
// the runs for a trial; the table then says so.
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
import { run } from './table.mjs';

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

const scale = Number(process.env.TRUST_SCALE ?? 1);
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
const missed = await run(
  chosen.map((id) => ({ id, name: checks[id][0], check: (report) => checks[id][1](report, { scale }) })),
  { scale, file: 'artefacts/trust.md' },
);
process.exit(missed ? 1 : 0);
