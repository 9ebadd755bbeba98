import { defineConfig, type Project } from '@playwright/test';
import { allVariants, journeyVariants, mainVariants, runsIn, viewportOf } from './e2e/variants';

const { BASE_URL = '', SERVER_DATA = '', CHROMIUM = '/usr/bin/chromium', CI } = process.env;
const { BASE_URLS = BASE_URL, SERVER_DATAS = SERVER_DATA, TEST_PARALLEL_INDEX = '0' } = process.env;

// Each worker reads this file again and uses another server, because journeys change its data.
const baseUrls = BASE_URLS.split('\n');
const worker = Number(TEST_PARALLEL_INDEX);
process.env['BASE_URL'] = baseUrls[worker] ?? '';
process.env['SERVER_DATA'] = SERVER_DATAS.split('\n')[worker] ?? '';

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
  const chosen = [
    ...(runsIn(mainVariants, variant) ? ['main-journey'] : []),
    ...(runsIn(journeyVariants, variant) ? journeys : []),
  ];
  if (chosen.length === 0) return [];
  const [colorScheme, width, locale] = variant;
  return [
    {
      name: `${colorScheme}, ${width}, ${locale.slice(0, 2)}`,
      testMatch: specs(chosen),
      use: { colorScheme, locale, viewport: viewportOf(width) },
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
      use: { locale: 'en-US', colorScheme: 'light', viewport: viewportOf(1440) },
    },
    ...variantProjects,
  ],
});
