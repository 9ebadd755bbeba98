import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createI18n, TextsMissing } from '../i18n/i18n';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const file = (language: string, namespace: string) => `*/locales/${language}/${namespace}.json`;
/** Not found is not tried again, so that no test waits for six tries. */
const lose = (...files: [string, string][]) =>
  server.use(
    ...files.map(([language, namespace]) =>
      http.get(file(language, namespace), () => new HttpResponse(null, { status: 404 })),
    ),
  );
const inOther = 'Some texts are missing in your language';
const inNone = 'Some texts are missing';
const notices = () => [...screen.queryAllByText(inOther), ...screen.queryAllByText(inNone)];

describe('texts that cannot be loaded', () => {
  test('are replaced by those of the other language, with a notice, until Try again brings them', async () => {
    lose(['en-US', 'portal']);
    const { user } = await renderApp('/contact', { textsOverNetwork: true });
    expect(await screen.findByRole('heading', { level: 1, name: 'Schreib uns' })).toBeVisible();
    expect(await screen.findByText(inOther)).toBeVisible();
    server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Write to us' })).toBeVisible();
    expect(notices()).toEqual([]);
  });

  test('of the frame are replaced as well', async () => {
    lose(['en-US', 'shell']);
    await renderApp('/contact', { textsOverNetwork: true });
    expect(await screen.findByText('Einige Texte fehlen in deiner Sprache')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Über uns' })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/nav\.|footer\.|texts\./);
  });

  test('in neither language are waited for, with a notice, and come when the browser is online again', async () => {
    lose(['en-US', 'portal'], ['de-DE', 'portal']);
    await renderApp('/contact', { textsOverNetwork: true });
    expect(await screen.findByText(inNone)).toBeVisible();
    expect(document.body).not.toHaveTextContent('contact.');
    server.resetHandlers();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { level: 1, name: 'Write to us' })).toBeVisible();
    expect(notices()).toEqual([]);
  });

  test('in neither language are waited for again after another failure', async () => {
    lose(['en-US', 'portal'], ['de-DE', 'portal']);
    const { user } = await renderApp('/contact', { textsOverNetwork: true });
    await screen.findByText(inNone);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(inNone)).toBeVisible();
    server.resetHandlers();
    lose(['en-US', 'portal']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Schreib uns' })).toBeVisible();
    expect(await screen.findByText(inOther)).toBeVisible();
  });

  test('leave a notice that can be closed', async () => {
    lose(['en-US', 'portal']);
    const { user } = await renderApp('/contact', { textsOverNetwork: true });
    await screen.findByText(inOther);
    await user.click(screen.getByRole('button', { name: 'Dismiss message' }));
    expect(notices()).toEqual([]);
  });

  test('of the first screen in neither language are a failure to start with', async () => {
    lose(['en-US', 'shell'], ['de-DE', 'shell']);
    localStorage.setItem('i18nextLng', 'en-US');
    await expect(createI18n()).rejects.toBeInstanceOf(TextsMissing);
  });
});

test('a text that the file no longer has is never shown as its key', async () => {
  localStorage.setItem('i18nextLng', 'en-US');
  const i18n = await createI18n();
  const key: string = 'nav.of.an.older.build';
  expect(i18n.t(key as 'brand')).toBe('…');
});

describe('a server that fails', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is asked six times before the other language stands in', async () => {
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
