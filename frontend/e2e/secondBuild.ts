import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { build, type Plugin } from 'vite';

/** Changes the code, and with it the file name, of every page. */
const changeEveryPage: Plugin = {
  name: 'change-every-page',
  transform: (code, id) =>
    /\/src\/features\/.*\.tsx$/.test(id) ? `${code}\nglobalThis.isSecondBuild = true;` : undefined,
};

/** Builds the front end into a new folder and returns its path. */
export async function createSecondBuild(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'second-build-'));
  await build({ build: { outDir, emptyOutDir: true }, plugins: [changeEveryPage], logLevel: 'error' });
  return outDir;
}

const isFrontEndUrl = ({ pathname }: URL) => !/^\/(api|images)\//.test(pathname);

/** Serves this build to the browser from now on; files of the previous build are gone. */
export async function deploy(context: BrowserContext, folder: string): Promise<void> {
  await context.route(isFrontEndUrl, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(folder, pathname);
    if (pathname !== '/' && existsSync(file)) await route.fulfill({ path: file });
    else if (pathname.startsWith('/assets/')) await route.fulfill({ status: 404, body: 'not found' });
    else await route.fulfill({ path: join(folder, 'index.html') });
  });
}
