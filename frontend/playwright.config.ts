import { defineConfig, type Project } from '@playwright/test';

const { BASE_URL = '', SERVER_DATA = '', CHROMIUM = '/usr/bin/chromium', CI } = process.env;
const { BASE_URLS = BASE_URL, SERVER_DATAS = SERVER_DATA, TEST_PARALLEL_INDEX = '0' } = process.env;

// A portal for each worker, in which this file is read again: journeys change the data of their portal.
const portals = BASE_URLS.split(' ');
const worker = Number(TEST_PARALLEL_INDEX);
process.env['BASE_URL'] = portals[worker] ?? '';
process.env['SERVER_DATA'] = SERVER_DATAS.split(' ')[worker] ?? '';

/** The main job as four people see it: both themes, widths and languages. */
const readers = [
  ['light', 1440, 'de-DE'],
  ['dark', 1440, 'en-US'],
  ['light', 390, 'en-US'],
  ['dark', 390, 'de-DE'],
] as const;

const mainJob: Project[] = readers.map(([colorScheme, width, locale]) => ({
  name: `main job, ${colorScheme}, ${width}`,
  testMatch: 'main-job.spec.ts',
  use: {
    colorScheme,
    locale,
    viewport: { width, height: width < 768 ? 844 : 900 },
  },
}));

/** Other journeys as two people see them, in both languages. */
const journeys = [
  'administration',
  'answers',
  'people',
  'pictures',
  'place',
  'publishing',
  'queue',
  'recovery',
  'search',
  'visitor',
];
const twoReaders: Project[] = journeys.flatMap((journey) =>
  (
    [
      ['light', 1440, 'de-DE'],
      ['dark', 390, 'en-US'],
    ] as const
  ).map(([colorScheme, width, locale]) => ({
    name: `${journey}, ${colorScheme}, ${width}`,
    testMatch: `${journey}.spec.ts`,
    use: { colorScheme, locale, viewport: { width, height: width < 768 ? 844 : 900 } },
  })),
);

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../artefacts/journeys',
  workers: portals.length,
  forbidOnly: Boolean(CI),
  // What breaks many journeys is one thing: saying so soon is worth more than the whole list.
  maxFailures: 5,
  // A failed journey is repeated for its trace, which would take a third of the time of all others. It stays failed.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
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
      testIgnore: ['main-job.spec.ts', ...journeys.map((journey) => `${journey}.spec.ts`)],
      use: { locale: 'en-US', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    },
    ...mainJob,
    ...twoReaders,
  ],
});
