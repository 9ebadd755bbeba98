// The time from a write to its being found: a listing gets a unique rent, and the search is
// repeated until it finds it, while 200 other listings a second change.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSql, sql, startPgbench } from './portal.mjs';

/** The p50 and p99, in milliseconds, of so many writes to the portal's database. */
export async function measureFreshness(url, writes) {
  const folder = mkdtempSync(join(tmpdir(), 'changes-'));
  const file = join(folder, 'change.sql');
  sql('CREATE TABLE bench_ids AS SELECT row_number() OVER () AS n, id FROM listings WHERE searchable');
  sql('CREATE INDEX ON bench_ids (n)');
  const count = Number(sql('SELECT count(*) FROM bench_ids'));
  // Above every other rent, including those that change concurrently.
  const highest = 1_000_000 + Number(sql('SELECT max(total_rent_cents) FROM listings'));
  const change = 'UPDATE listings SET basic_rent_cents = basic_rent_cents + 1, total_rent_cents = total_rent_cents + 1, last_modified = last_modified';
  // Not the measured listings: their rents would change again before they are found.
  writeFileSync(file, `\\set n random(${writes + 1}, ${count})\n${change} WHERE id = (SELECT id FROM bench_ids WHERE n = :n);\n`);
  const others = startPgbench(['-c', '2', '-R', '200', '-T', '36000', '-f', file]);
  const database = openSql();
  const times = [];
  try {
    await pause(1000);
    for (let write = 0; write < writes; write += 1) {
      // The additional costs stay.
      const cents = highest + write;
      await database.execute(
        `UPDATE listings SET basic_rent_cents = ${cents} - (total_rent_cents - basic_rent_cents), total_rent_cents = ${cents} WHERE id = (SELECT id FROM bench_ids WHERE n = ${1 + write})`,
      );
      const began = performance.now();
      while (!(await finds(url, cents / 100))) {
        if (performance.now() - began > 30_000) throw new Error('a write was not found within 30 s');
        await pause(2);
      }
      times.push(performance.now() - began);
    }
  } finally {
    others.kill();
    database.close();
    sql('DROP TABLE bench_ids');
    rmSync(folder, { recursive: true });
  }
  times.sort((one, other) => one - other);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  return { p50: at(0.5), p99: at(0.99) };
}

async function finds(url, rent) {
  const response = await fetch(`${url}/api/v1/listings/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ price: { min: rent, max: rent }, pageSize: 1 }),
  });
  if (!response.ok) throw new Error(`search returned ${response.status}`);
  return (await response.json()).totalSize === 1;
}
