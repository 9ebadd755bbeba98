// SQL on the own PostgreSQL of a portal, past the program.
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The program of the server's version, such as `psql`. */
const programOf = (portal, name) => join(dirname(readlinkSync(`/proc/${portal.postmasterPid()}/exe`)), name);

const run = (portal, program, args) =>
  execFileSync(programOf(portal, program), ['-h', join(portal.data, 'postgres'), '-U', 'portal', ...args, 'portal'], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const psql = (portal, args) => run(portal, 'psql', ['-qAt', '-F', '\t', '-v', 'ON_ERROR_STOP=1', ...args]);

/** The whole database as text. */
export const dump = (portal) => run(portal, 'pg_dump', []);

/** The rows of a statement, each an array of texts. */
export function rows(portal, statement) {
  const text = psql(portal, ['-c', statement]).trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => line.split('\t'));
}

export const count = (portal, statement) => Number(rows(portal, statement)[0][0]);

export const runFile = (portal, file) => void psql(portal, ['-f', file]);
