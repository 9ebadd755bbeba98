// A server that parses every search and returns the same bytes, as many as a search returns on
// average: the lower bound of what a search by HTTP costs.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from './portal.mjs';

const binary = join(process.env.PORTAL_BINARY, '../portal-fixed-answer');

/** Starts it on core 0, with a response of so many bytes. */
export async function startHandWritten(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'response-'));
  const response = join(folder, 'response.json');
  writeFileSync(response, JSON.stringify('x'.repeat(bytes - 2)));
  const server = await start(binary, [response], {}, folder);
  server.pin();
  return server;
}
