import { readFileSync } from 'node:fs';

/**
 * Limits of the scripts before the first card, of the MUI chunk that lazy pages share, and of what
 * each lazy part adds to both. Read from the build in the folder DIST. 1 kB = 1,000 bytes.
 */
const { DIST: dist = 'dist' } = process.env;
const read = (file) => readFileSync(new URL(`${dist}/${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('.vite/manifest.json'));
const chunks = Object.values(manifest);

/** The file of a chunk and those of its imports. */
function scriptsOf(chunk, found = new Set()) {
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const key of chunk.imports ?? []) scriptsOf(manifest[key], found);
  return found;
}

const limit = (name, files, size) => ({
  name,
  limit: size,
  gzip: true,
  path: files.map((file) => `${dist}/${file}`),
});

const page = read('index.html');
const firstScreen = new Set(
  chunks
    .filter(({ file }) => file.endsWith('.js') && page.includes(file))
    .flatMap((chunk) => Array.from(scriptsOf(chunk))),
);
const fonts = [...page.matchAll(/href="\/([^"]+\.woff2)"/g)].map(([, file]) => file);
const mui = chunks.filter((chunk) => chunk.name === 'mui');
const muiFiles = new Set(
  mui.flatMap((chunk) => Array.from(scriptsOf(chunk))).filter((file) => !firstScreen.has(file)),
);
const lazyParts = chunks.filter((chunk) => chunk.isDynamicEntry && !muiFiles.has(chunk.file));
const wizard = lazyParts.filter(({ name }) => name === 'ListingWizardRoute' || name === 'ImageBoard');
const charts = lazyParts.find(({ name }) => name === 'StatsBarChart');
const stats = lazyParts.filter((chunk) => chunk.name === 'StatsPage' || chunk === charts);
const lazyFiles = (chunk) =>
  [...scriptsOf(chunk)].filter((file) => !firstScreen.has(file) && !muiFiles.has(file));

/** The files of a lazy part without those that every page that can open it has loaded. */
function added(chunk) {
  const openers = chunks.filter(({ dynamicImports }) =>
    dynamicImports?.some((key) => manifest[key] === chunk),
  );
  const loaded = openers.map((page) => scriptsOf(page));
  return lazyFiles(chunk).filter((file) => !loaded.every((files) => files.has(file)));
}

// An unexpected build must not count as one without files.
if (
  firstScreen.size === 0 ||
  mui.length === 0 ||
  mui.some(({ file }) => firstScreen.has(file)) ||
  fonts.length === 0 ||
  lazyParts.length === 0 ||
  wizard.length < 2 ||
  stats.length < 2 ||
  lazyParts.some((chunk) => added(chunk).length === 0)
) {
  throw new Error('the build does not look as expected: adapt .size-limit.js');
}

export default [
  limit('before the first card', [...firstScreen], '160 kB'),
  limit('MUI, shared by lazy pages', [...muiFiles], '48 kB'),
  { ...limit('fonts', fonts, '40 kB'), gzip: false, brotli: false },
  ...lazyParts.filter((chunk) => chunk !== charts).map((chunk) => limit(chunk.name, added(chunk), '45 kB')),
  limit('the wizard with its images', [...new Set(wizard.flatMap(lazyFiles))], '61 kB'),
  limit('the stats with their charts', [...new Set(stats.flatMap(lazyFiles))], '150 kB'),
];
