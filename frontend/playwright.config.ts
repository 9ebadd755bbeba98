import { defineConfig, type Project } from '@playwright/test';

const { BASE_URL = '', SERVER_DATA = '', CHROMIUM = '/usr/bin/chromium', CI, JOURNEY_VARIANTS } = process.env;
const { BASE_URLS = BASE_URL, SERVER_DATAS = SERVER_DATA, TEST_PARALLEL_INDEX = '0' } = process.env;

// Each worker reads this file again and uses another server, because journeys change its data.
const baseUrls = BASE_URLS.split(' ');
const worker = Number(TEST_PARALLEL_INDEX);
process.env['BASE_URL'] = baseUrls[worker] ?? '';
process.env['SERVER_DATA'] = SERVER_DATAS.split(' ')[worker] ?? '';

type Variant = readonly [colorScheme: 'light' | 'dark', width: number, locale: 'de-DE' | 'en-US'];

/** Four combinations of theme, width and language: each pair of values occurs in one of them. */
const mainVariants: readonly Variant[] = [
  ['light', 1440, 'de-DE'],
  ['dark', 1440, 'en-US'],
  ['light', 390, 'en-US'],
  ['dark', 390, 'de-DE'],
];

/** Two combinations: each value occurs in one of them. */
const journeyVariants: readonly Variant[] = [
  ['light', 1440, 'de-DE'],
  ['dark', 390, 'en-US'],
];

/** All eight combinations, for JOURNEY_VARIANTS=all. */
const allVariants: readonly Variant[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].flatMap((width) =>
    (['de-DE', 'en-US'] as const).map((locale) => [colorScheme, width, locale] as const),
  ),
);

const journeys = [
  'administration',
  'administrator-review',
  'favourites',
  'images',
  'landlord-review',
  'letting',
  'moderation',
  'near',
  'own-listings',
  'publishing',
  'recovery',
  'registration',
  'saved-searches',
  'search',
  'stay',
  'visitor',
];

function projectsOf(journey: string, variants: readonly Variant[]): Project[] {
  const chosen = JOURNEY_VARIANTS === 'all' ? allVariants : variants;
  return chosen.map(([colorScheme, width, locale]) => ({
    name: `${journey}, ${colorScheme}, ${width}, ${locale.slice(0, 2)}`,
    testMatch: `${journey}.spec.ts`,
    use: { colorScheme, locale, viewport: { width, height: width < 768 ? 844 : 900 } },
  }));
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../artefacts/journeys',
  workers: baseUrls.length,
  forbidOnly: Boolean(CI),
  // Many failures usually have one cause.
  maxFailures: 5,
  // A retry records a trace, which is slow. The reporter limits how many journeys may need one.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./e2e/flakyReporter.ts']],
  use: {
    baseURL: process.env['BASE_URL'],
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'shell',
      testIgnore: ['main-journey.spec.ts', ...journeys.map((journey) => `${journey}.spec.ts`)],
      use: { locale: 'en-US', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    },
    ...projectsOf('main-journey', mainVariants),
    ...journeys.flatMap((journey) => projectsOf(journey, journeyVariants)),
  ],
});
