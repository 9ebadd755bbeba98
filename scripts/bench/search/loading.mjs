// The time to load the index, compared with a plain COPY of the same rows; alternately, with both
// cores each.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

/**
 * The milliseconds of a restart with the index of a file: until it is loaded, and from the start of
 * the process until it is ready.
 */
export async function measureRestart() {
  const data = mkdtempSync(join(tmpdir(), 'portal-bench-data-'));
  try {
    const first = await startPortal({ PORTAL_DATA_DIR: data });
    await first.logs(/search index loaded/);
    // The position is known once the database has flushed its log.
    await pause(3000);
    const stopping = performance.now();
    await first.stop();
    const stopped = performance.now() - stopping;
    const began = performance.now();
    const second = await startPortal({ PORTAL_DATA_DIR: data });
    while ((await fetch(`${second.url}/health/ready`)).status !== 200) await pause(20);
    const ready = performance.now() - began;
    const loaded = Number((await second.logs(/search index loaded.*source="file".* ms=(\d+)/))[1]);
    const megabytes = statSync(join(data, 'search.index')).size / 1e6;
    await second.stop();
    return { stopped, loaded, ready, megabytes };
  } finally {
    rmSync(data, { recursive: true });
  }
}

/** Returns milliseconds. */
function copyRows() {
  const began = performance.now();
  runSqlFile(join(import.meta.dirname, 'rows.sql'));
  return performance.now() - began;
}
