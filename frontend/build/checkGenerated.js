import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Fails when the committed client differs from the one that openapi.json generates. */
const client = ['src/api/generatedInitial.ts', 'src/api/generated.ts'];
const committed = client.map((file) => readFileSync(file, 'utf8'));
execFileSync('npm', ['run', '--silent', 'generate'], { stdio: 'inherit' });
const changed = client.filter((file, index) => readFileSync(file, 'utf8') !== committed[index]);
if (changed.length > 0) {
  process.stderr.write(
    `${changed.join(' and ')} did not match openapi.json: regenerated, commit what changed.\n`,
  );
  process.exitCode = 1;
}
