import { readFileSync } from 'node:fs';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { server } from '../testing/server';
import { createI18n } from './i18n';

const browserSpeaks = (...codes: string[]) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(codes);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(codes[0] ?? '');
};
const setCookie = (value: string) => {
  document.cookie = `i18next=${value}; path=/`;
};

beforeEach(() => {
  browserSpeaks('fr-FR');
  document.documentElement.lang = 'de-DE';
});
afterEach(() => {
  document.cookie = 'i18next=; path=/; max-age=0';
});

/** All sources of the language, strongest first. */
const sources: [string, (code: string) => void][] = [
  ['query', (code) => window.history.replaceState(null, '', `/?lng=${code}`)],
  ['cookie', setCookie],
  ['local storage', (code) => localStorage.setItem('i18nextLng', code)],
  ['session storage', (code) => sessionStorage.setItem('i18nextLng', code)],
  ['browser', (code) => browserSpeaks(code)],
  [
    'html lang',
    (code) => {
      document.documentElement.lang = code;
    },
  ],
];

describe('detection', () => {
  test.each(sources.slice(0, -1).map(([name], index) => [name, index] as const))(
    '%s wins over all later sources',
    async (_name, index) => {
      sources[index]?.[1]('en-US');
      for (const [, set] of sources.slice(index + 1)) set('de-DE');
      const i18n = await createI18n();
      expect(i18n.resolvedLanguage).toBe('en-US');
    },
  );

  test('is de-DE without a source and with an unsupported browser language', async () => {
    document.documentElement.removeAttribute('lang');
    const i18n = await createI18n();
    expect(i18n.resolvedLanguage).toBe('de-DE');
  });

  test.each([
    ['en-GB', 'en-US'],
    ['en', 'en-US'],
    ['de-AT', 'de-DE'],
    ['xx', 'de-DE'],
  ])('a browser language of %s means %s', async (code, language) => {
    browserSpeaks(code);
    expect((await createI18n()).resolvedLanguage).toBe(language);
  });

  test('stores the language under i18nextLng and in the html tag', async () => {
    const i18n = await createI18n();
    await i18n.changeLanguage('en-US');
    expect(localStorage.getItem('i18nextLng')).toBe('en-US');
    expect(document.documentElement.lang).toBe('en-US');
    expect((await createI18n()).resolvedLanguage).toBe('en-US');
  });
});

describe('inline script of index.html', () => {
  const page = readFileSync('index.html', 'utf8');
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[as="fetch"]')];
  const run = () => {
    document.head.innerHTML = '<meta name="theme-color" content="" />';
    // happy-dom does not run the script of the page.
    // oxlint-disable-next-line typescript/no-implied-eval
    new Function(script)();
  };

  test.each(sources)('preloads the translations of the detected language: %s', async (_name, set) => {
    set('en-GB');
    const asked = new Set<string>();
    server.events.on('request:start', ({ request }) => asked.add(new URL(request.url).pathname));
    run();
    const preloaded = preloads().map((link) => new URL(link.href).pathname);
    await createI18n();
    server.events.removeAllListeners();
    expect(preloaded.toSorted()).toEqual([...asked].toSorted());
    expect(preloaded).toHaveLength(3);
  });

  test('sets the stored theme, else that of the system', () => {
    const system = (dark: boolean) =>
      vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: dark } as MediaQueryList);
    const themeWhen = (stored: string | null, systemDark: boolean) => {
      if (stored === null) localStorage.removeItem('theme');
      else localStorage.setItem('theme', stored);
      system(systemDark);
      run();
      return document.documentElement.dataset['theme'];
    };
    expect(themeWhen(null, true)).toBe('dark');
    expect(themeWhen(null, false)).toBe('light');
    expect(themeWhen('light', true)).toBe('light');
    expect(themeWhen('dark', false)).toBe('dark');
    expect(themeWhen('nonsense', true)).toBe('dark');
  });
});

test('a failed load is retried up to five times, from 350 ms, doubling', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const times: number[] = [];
  server.use(
    http.get('*/locales/en-US/errors.json', () => {
      times.push(Date.now());
      return HttpResponse.json(null, { status: 503 });
    }),
  );
  localStorage.setItem('i18nextLng', 'en-US');
  const loading = createI18n();
  for (let step = 0; step < 400 && times.length < 7; step++) await vi.advanceTimersByTimeAsync(50);
  await loading;
  vi.useRealTimers();
  const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(delays).toHaveLength(5);
  [350, 700, 1400, 2800, 5600].forEach((wanted, index) => {
    expect(delays[index]).toBeGreaterThanOrEqual(wanted);
    expect(delays[index]).toBeLessThan(wanted + 150);
  });
});
