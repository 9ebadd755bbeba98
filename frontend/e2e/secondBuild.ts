import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';

/**
 * Copies the portal's build into a new folder, with another name and other code for each script, and
 * returns its path. Vite would take 20 s.
 */
export async function createSecondBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-build-'));
  await cp('dist', folder, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const assets = join(folder, 'assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
  const names = new Map(scripts.map((name) => [name, `second-${name}`]));
  const renameScripts = (text: string) =>
    text.replaceAll(/[\w.-]+\.js\b/g, (name) => names.get(name) ?? name);
  for (const [name, newName] of names) {
    const file = join(assets, name);
    const code = renameScripts(await readFile(file, 'utf8'));
    await writeFile(file, `${code}\nglobalThis.isSecondBuild = true;`);
    await rename(file, join(assets, newName));
  }

  const page = join(folder, 'index.html');
  const { build } = JSON.parse(await readFile(join(folder, 'build.json'), 'utf8')) as { build: string };
  const secondBuild = `second-${build}`;
  await writeFile(page, renameScripts(await readFile(page, 'utf8')).replace(build, secondBuild));
  await writeFile(join(folder, 'build.json'), JSON.stringify({ build: secondBuild }));
  return folder;
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
