// Measures restarts of a portal with many listings: with the file of the search index that its end
// has left, and without it; fails when the first takes longer than five seconds. PORTAL_BINARY names
// the program, LISTINGS how many there are (100,000).
import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Portal } from '../trust/portal.mjs';
import { median } from './median.mjs';

const listings = process.env.LISTINGS ?? '100000';
const restarts = 3;
const bound = 5000;

const portal = await Portal.create({ demo: false });
const file = join(portal.data, 'search.index');
try {
  const { PORTAL_BINARY: binary, ...variables } = process.env;
  const seeded = spawnSync(binary, ['seed', '--listings', listings], { env: { ...variables, ...portal.settings }, stdio: 'inherit' });
  if (seeded.status !== 0) throw new Error('portal seed failed');
  await portal.start();
  const measure = async (prepare = () => {}) => {
    const times = [];
    for (let restart = 0; restart < restarts; restart += 1) {
      await portal.stop();
      prepare();
      times.push(await portal.start());
    }
    return median(times);
  };
  const without = await measure(() => rmSync(file, { force: true }));
  const withFile = await measure();
  await portal.stop();
  console.log(`  ${listings} listings, index file of ${(statSync(file).size / 1e6).toFixed(1)} MB, medians of ${restarts} restarts until ready:`);
  console.log(`  with the file ${withFile.toFixed(0)} ms (bound ${bound} ms), without ${without.toFixed(0)} ms, ratio ${(withFile / without).toFixed(2)}`);
  if (withFile > bound) {
    console.error('  the restart takes too long');
    process.exitCode = 1;
  }
} finally {
  await portal.remove();
}
