// How long a portal takes to load its index, beside a plain COPY of the same rows; both have both cores and take turns.
import { join } from 'node:path';
import { median } from '../median.mjs';
import { memoryOf, runSqlFile, startPortal } from './portal.mjs';

const rounds = 3;

/** The last portal that was loaded, with the figures of all. */
export async function measureLoading() {
  const [times, ratios] = [[], []];
  for (let round = 1; ; round += 1) {
    const copied = copyRows();
    const portal = await startPortal({});
    const loaded = Number((await portal.says(/the search has its index.* ms=(\d+)/))[1]);
    times.push(loaded);
    ratios.push(loaded / copied);
    if (round === rounds) {
      const [parts] = await portal.says(/figures_kb=\d+ words_kb=\d+ cards_kb=\d+/);
      return { portal, milliseconds: median(times), ratio: median(ratios), memory: memoryOf(portal.pid), parts };
    }
    await portal.stop();
  }
}

/** Milliseconds. */
function copyRows() {
  const began = performance.now();
  runSqlFile(join(import.meta.dirname, 'rows.sql'));
  return performance.now() - began;
}
