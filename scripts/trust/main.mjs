// Runs the checks of trust and prints their table: main.mjs [T05 F02 …]. TRUST_SCALE=0.1 shortens
// the runs for a trial; the table then says so.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
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
import { Report } from './report.mjs';

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
const results = [];
for (const id of chosen) {
  const [name, check] = checks[id];
  console.log(`  ${id} ${name}`);
  const report = new Report();
  const began = performance.now();
  try {
    await check(report, { scale });
  } catch (error) {
    console.error(error);
    report.misses.push(`stopped: ${error.message.split('\n')[0]}`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  results.push({ id, name, seconds, ...report });
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const day = new Date().toISOString().slice(0, 10);
const machine = `${cpus().length} cores, ${cpus()[0].model}`;
const shortened = scale === 1 ? '' : ` Durations were multiplied by ${scale}.`;
const verdictOf = ({ misses, figures }) => (misses.length > 0 ? '**missed**' : figures.length > 0 ? 'held' : 'not checked');
const table = [
  `Commit ${commit}, ${day}, ${machine}.${shortened}`,
  '',
  '| | check | seconds | result | figures |',
  '| --- | --- | --- | --- | --- |',
  ...results.map((result) => {
    const { id, name, seconds, figures, notes } = result;
    const missed = result.misses.filter((text) => !figures.includes(text));
    return `| ${id} | ${name} | ${seconds} | ${verdictOf(result)} | ${[...figures, ...notes, ...missed].join('; ')} |`;
  }),
  '',
].join('\n');
mkdirSync('artefacts', { recursive: true });
writeFileSync('artefacts/trust.md', table);
console.log(`\n${table}`);
process.exit(results.some(({ misses }) => misses.length > 0) ? 1 : 0);
