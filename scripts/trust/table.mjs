// Runs checks one after the other, and prints and keeps the table of their figures.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { Report } from './report.mjs';

/** Runs checks with an `id`, a `name` and a function `check(report)`; resolves to their results. */
export async function run(checks) {
  const results = [];
  for (const { id, name, check } of checks) {
    console.log(`  ${id} ${name}`);
    const report = new Report();
    const began = performance.now();
    try {
      await check(report);
    } catch (error) {
      console.error(error);
      report.misses.push(`stopped: ${error.message.split('\n')[0]}`);
    }
    results.push({ id, name, seconds: Math.round((performance.now() - began) / 1000), ...report });
  }
  return results;
}

/**
 * Prints and keeps the table; returns whether a bound was missed. A `scale` other than 1 has changed
 * durations; the table then says so.
 */
export function keep(results, { scale, file }) {
  const text = table(results, scale);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`\n${text}`);
  return results.some(({ misses }) => misses.length > 0);
}

function table(results, scale) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, ${cpus()[0].model}`;
  const shortened = scale === 1 ? '' : ` Durations were multiplied by ${scale}.`;
  return [
    `Commit ${commit}, ${day}, ${machine}.${shortened}`,
    '',
    '| | check | seconds | result | figures |',
    '| --- | --- | --- | --- | --- |',
    ...results.map(row),
    '',
  ].join('\n');
}

function row({ id, name, seconds, figures, misses, notes }) {
  const result = misses.length > 0 ? '**missed**' : figures.length > 0 ? 'held' : 'not checked';
  const missed = misses.filter((text) => !figures.includes(text));
  return `| ${id} | ${name} | ${seconds} | ${result} | ${[...figures, ...notes, ...missed].join('; ')} |`;
}
