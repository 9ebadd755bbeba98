import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fails when the client in the repository is not the one that openapi.json describes. */
const client = 'src/api/generated.ts';
const committed = readFileSync(client, 'utf8');
execFileSync('npm', ['run', '--silent', 'generate'], { stdio: 'inherit' });
if (readFileSync(client, 'utf8') !== committed) {
  process.stderr.write(`${client} did not match openapi.json and has been regenerated: commit it.\n`);
  process.exitCode = 1;
}
