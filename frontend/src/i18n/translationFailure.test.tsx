import { act, screen } from '@testing-library/react';
import { http, HttpResponse, type DefaultBodyType } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createI18n, TranslationsMissingError } from './i18n';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const file = (language: string, namespace: string) => `*/locales/${language}/${namespace}.json`;
/** Responds with 404, which is not retried. */
const removeFiles = (...files: [string, string][]) =>
  server.use(
    ...files.map(([language, namespace]) =>
      http.get(file(language, namespace), () => new HttpResponse(null, { status: 404 })),
    ),
  );
const otherLanguageNotice = 'Some texts are missing in your language';
const noLanguageNotice = 'Some texts are missing';
const notices = () => [
  ...screen.queryAllByText(otherLanguageNotice),
  ...screen.queryAllByText(noLanguageNotice),
];

describe('missing texts', () => {
  test('show in the other language with a notice until Try again loads them', async () => {
    removeFiles(['en-US', 'portal']);
    const { user } = await renderApp('/contact', { textsOverNetwork: true });
    expect(await screen.findByRole('heading', { level: 1, name: 'Schreib uns' })).toBeVisible();
    expect(await screen.findByText(otherLanguageNotice)).toBeVisible();
    server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Write to us' })).toBeVisible();
    expect(notices()).toEqual([]);
  });

  test('of header and footer show in the other language', async () => {
    removeFiles(['en-US', 'shell']);
    await renderApp('/contact', { textsOverNetwork: true });
    expect(await screen.findByText('Einige Texte fehlen in deiner Sprache')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Über uns' })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/nav\.|footer\.|texts\./);
  });

  test('in both languages show a notice and are retried when the browser is online again', async () => {
    removeFiles(['en-US', 'portal'], ['de-DE', 'portal']);
    await renderApp('/contact', { textsOverNetwork: true });
    expect(await screen.findByText(noLanguageNotice)).toBeVisible();
    expect(document.body).not.toHaveTextContent('contact.');
    server.resetHandlers();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { level: 1, name: 'Write to us' })).toBeVisible();
    expect(notices()).toEqual([]);
  });

  test('in both languages can be retried repeatedly', async () => {
    removeFiles(['en-US', 'portal'], ['de-DE', 'portal']);
    const { user } = await renderApp('/contact', { textsOverNetwork: true });
    await screen.findByText(noLanguageNotice);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(noLanguageNotice)).toBeVisible();
    server.resetHandlers();
    removeFiles(['en-US', 'portal']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Schreib uns' })).toBeVisible();
    expect(await screen.findByText(otherLanguageNotice)).toBeVisible();
  });

  test('show a notice that can be closed', async () => {
    removeFiles(['en-US', 'portal']);
    const { user } = await renderApp('/contact', { textsOverNetwork: true });
    await screen.findByText(otherLanguageNotice);
    await user.click(screen.getByRole('button', { name: 'Dismiss message' }));
    expect(notices()).toEqual([]);
  });

  test('of the first screen in both languages prevent the start', async () => {
    removeFiles(['en-US', 'shell'], ['de-DE', 'shell']);
    localStorage.setItem('i18nextLng', 'en-US');
    await expect(createI18n()).rejects.toBeInstanceOf(TranslationsMissingError);
  });
});

test('a missing key is never shown', async () => {
  localStorage.setItem('i18nextLng', 'en-US');
  const i18n = await createI18n();
  const key: string = 'nav.of.an.older.build';
  expect(i18n.t(key as 'brand')).toBe('…');
});

describe('a failing server', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('gets six requests before the other language shows', async () => {
    const times: number[] = [];
    server.use(
      http.get(file('en-US', 'listings'), () => {
        times.push(Date.now());
        return new HttpResponse(null, { status: 503 });
      }),
    );
    localStorage.setItem('i18nextLng', 'en-US');
    const loading = createI18n();
    for (let step = 0; step < 400 && times.length < 6; step++) await vi.advanceTimersByTimeAsync(50);
    const i18n = await loading;
    expect(times).toHaveLength(6);
    expect(i18n.resolvedLanguage).toBe('en-US');
    expect(i18n.t('listings:hero.title')).toMatch(/Zimmer|Tür|Zuhause|Fenster/);
  });
});

describe('a translation file', () => {
  test.each([
    ['after a network failure', () => HttpResponse.error()],
    ['after status 500', () => new HttpResponse(null, { status: 500 })],
  ])('is requested again %s', async (_case, firstResponse) => {
    const requests = countRequests(firstResponse);
    const i18n = await createI18n();
    expect(i18n.t('listings:hero.title')).not.toMatch(/Zimmer|Tür|Zuhause|Fenster/);
    expect(requests()).toBe(2);
  });

  test.each([
    ['with status 404', () => new HttpResponse(null, { status: 404 })],
    ['that is no JSON', () => new HttpResponse('<!doctype html>')],
  ])('%s is requested once and replaced by the other language', async (_case, response) => {
    const requests = countRequests(response);
    const i18n = await createI18n();
    expect(i18n.t('listings:hero.title')).toMatch(/Zimmer|Tür|Zuhause|Fenster/);
    expect(requests()).toBe(1);
  });

  /** The first request of `listings` in English gets `response`. Returns the number of requests. */
  function countRequests(response: () => HttpResponse<DefaultBodyType>): () => number {
    let requests = 0;
    server.use(http.get(file('en-US', 'listings'), () => (requests++ === 0 ? response() : undefined)));
    localStorage.setItem('i18nextLng', 'en-US');
    return () => requests;
  }
});
