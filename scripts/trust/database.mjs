// SQL on the PostgreSQL of a portal, past the program.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const run = (portal, program, args) => {
  const { programs, host, port = 5432, user } = portal.postgres();
  return execFileSync(join(programs, program), ['-h', host, '-p', port, '-U', user, ...args, 'portal'], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

const psql = (portal, args) => run(portal, 'psql', ['-qAt', '-F', '\t', '-v', 'ON_ERROR_STOP=1', ...args]);

/** The database as text, without the rows of some tables. */
export const dump = (portal, without = []) =>
  run(portal, 'pg_dump', without.map((table) => `--exclude-table-data=${table}`));

/** The rows of a statement, each an array of texts. */
export function rows(portal, statement) {
  const text = psql(portal, ['-c', statement]).trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => line.split('\t'));
}

export const count = (portal, statement) => Number(rows(portal, statement)[0][0]);

export const runFile = (portal, file) => void psql(portal, ['-f', file]);
