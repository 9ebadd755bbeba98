// A server that reads every search and answers with the same bytes, as many as a search has in the mean: nothing that
// answers searches by HTTP can be much quicker.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from './portal.mjs';

const binary = join(process.env.PORTAL_BINARY, '../portal-fixed-answer');

/** On core 0, with an answer of so many bytes. */
export async function startHandWritten(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'answer-'));
  const answer = join(folder, 'answer.json');
  writeFileSync(answer, JSON.stringify('x'.repeat(bytes - 2)));
  const server = await start(binary, [answer], {}, folder);
  server.pin();
  return server;
}
