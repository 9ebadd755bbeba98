// The time to load the index, compared with a plain COPY of the same rows; alternately, with both
// cores each.
import { join } from 'node:path';
import { median } from '../median.mjs';
import { memoryOf, runSqlFile, startPortal } from './portal.mjs';

const rounds = 3;

/** The last portal that was started, and the medians of all. */
export async function measureLoading() {
  const [times, ratios] = [[], []];
  for (let round = 1; ; round += 1) {
    const copied = copyRows();
    const portal = await startPortal({});
    const loaded = Number((await portal.logs(/search index loaded.* ms=(\d+)/))[1]);
    times.push(loaded);
    ratios.push(loaded / copied);
    if (round === rounds) {
      const [parts] = await portal.logs(/columns_kb=\d+ terms_kb=\d+ cards_kb=\d+/);
      return { portal, milliseconds: median(times), ratio: median(ratios), memory: memoryOf(portal.pid), parts };
    }
    await portal.stop();
  }
}

/** Returns milliseconds. */
function copyRows() {
  const began = performance.now();
  runSqlFile(join(import.meta.dirname, 'rows.sql'));
  return performance.now() - began;
}
