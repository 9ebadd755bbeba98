// P03: what no container engine or cluster tries here is checked by schemas and linters.
import { spawnSync } from 'node:child_process';

export async function linters(report) {
  const { status, stdout, stderr } = spawnSync('scripts/check-deployment.sh', [], { encoding: 'utf8' });
  if (status !== 0) console.log(stdout + stderr);
  report.figure('status of scripts/check-deployment.sh', status, { exactly: 0 });
}
