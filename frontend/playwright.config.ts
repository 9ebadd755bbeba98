import { defineConfig, type Project } from '@playwright/test';

const { BASE_URL = '', SERVER_DATA = '', CHROMIUM = '/usr/bin/chromium', CI, JOURNEY_VARIANTS } = process.env;
const { BASE_URLS = BASE_URL, SERVER_DATAS = SERVER_DATA, TEST_PARALLEL_INDEX = '0' } = process.env;

// Each worker reads this file again and uses another server, because journeys change its data.
const baseUrls = BASE_URLS.split(' ');
const worker = Number(TEST_PARALLEL_INDEX);
process.env['BASE_URL'] = baseUrls[worker] ?? '';
process.env['SERVER_DATA'] = SERVER_DATAS.split(' ')[worker] ?? '';

type Variant = readonly [colorScheme: 'light' | 'dark', width: number, locale: 'de-DE' | 'en-US'];

/** Of theme, width and language. Each pair of values occurs in one of them. */
const mainVariants: readonly Variant[] = [
  ['light', 1440, 'de-DE'],
  ['dark', 1440, 'en-US'],
  ['light', 390, 'en-US'],
  ['dark', 390, 'de-DE'],
];

/** Each value occurs in one of them. */
const journeyVariants: readonly Variant[] = [
  ['light', 1440, 'de-DE'],
  ['dark', 390, 'en-US'],
];

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

const specs = (names: readonly string[]) => names.map((name) => `${name}.spec.ts`);

/** One project for each combination: every project starts its own workers and browsers. */
const variantProjects = allVariants.flatMap((variant): Project[] => {
  const isIn = (variants: readonly Variant[]) =>
    JOURNEY_VARIANTS === 'all' || variants.some((other) => String(other) === String(variant));
  const chosen = [
    ...(isIn(mainVariants) ? ['main-journey'] : []),
    ...(isIn(journeyVariants) ? journeys : []),
  ];
  if (chosen.length === 0) return [];
  const [colorScheme, width, locale] = variant;
  const viewport = { width, height: width < 768 ? 844 : 900 };
  return [
    {
      name: `${colorScheme}, ${width}, ${locale.slice(0, 2)}`,
      testMatch: specs(chosen),
      use: { colorScheme, locale, viewport },
    },
  ];
});

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
      testIgnore: specs(['main-journey', ...journeys]),
      use: { locale: 'en-US', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    },
    ...variantProjects,
  ],
});
