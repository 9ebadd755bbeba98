import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isSending } from '../api/baseQuery';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';
import { FileError } from '../ui/lazy/fetchFiles';
import { lazyPage } from './lazyPage';

type Pages = { pages: Record<string, ReactNode> };
type Loaded = { Page: ComponentType };
const about = vi.hoisted((): { Route: ComponentType } => ({ Route: () => null }));
let load: () => Promise<Loaded>;

// The code of one page is what a test says; everything else is real.
vi.mock('./pages', async (original) => {
  const { createElement } = await import('react');
  const { pages } = await original<Pages>();
  return { pages: { ...pages, about: createElement(() => createElement(about.Route)) } };
});

const failing = () => Promise.reject(new FileError('/assets/about.js', 404));
const arriving = async (): Promise<Loaded> => ({ Page: () => <h1>The page</h1> });
const failed = () => screen.findByRole('heading', { name: 'This page could not be loaded' });
const goTo = (name: string) => screen.findByRole('link', { name });

beforeEach(() => {
  about.Route = lazyPage(() => load(), 'Page');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

describe('a page that failed', () => {
  test('leaves the frame, and is loaded again when the browser is online again', async () => {
    load = failing;
    await renderApp('/about');
    await failed();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    load = arriving;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible();
  });

  test('is loaded again at the next navigation', async () => {
    load = failing;
    const { user } = await renderApp('/about');
    await failed();
    await user.click(await goTo('Contact'));
    expect(await screen.findByRole('textbox', { name: /Message/ })).toBeVisible();
    load = arriving;
    await user.click(await goTo('About us'));
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible();
  });
});

describe('a new build behind an open tab', () => {
  const meta = document.createElement('meta');
  meta.name = 'build';
  let reload = vi.fn<() => void>();
  let asked = 0;

  beforeEach(() => {
    meta.content = 'first';
    document.head.append(meta);
    reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
    asked = 0;
    load = arriving;
  });
  afterEach(() => meta.remove());

  const deploy = (build: string) =>
    server.use(
      http.get('*/build.json', () => {
        asked++;
        return HttpResponse.json({ build });
      }),
    );
  const showTab = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

  test('reloads the tab at its next navigation, at the address of that', async () => {
    deploy('second');
    const { user } = await renderApp('/contact');
    showTab();
    await waitFor(() => expect(asked).toBe(1));
    expect(reload).not.toHaveBeenCalled();
    await user.click(await goTo('About us'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(location.pathname).toBe('/about');
  });

  test('that is the same reloads nothing, and is looked for once a minute', async () => {
    deploy('first');
    const { user } = await renderApp('/contact');
    showTab();
    showTab();
    await user.click(await goTo('About us'));
    await screen.findByRole('heading', { name: 'The page' });
    expect(asked).toBe(1);
    expect(reload).not.toHaveBeenCalled();
  });

  test('waits while something is being sent', async () => {
    deploy('second');
    let resolve: (answer: Response) => void = () => undefined;
    const answer = new Promise<Response>((settle) => {
      resolve = settle;
    });
    server.use(http.post('*/api/v1/auth/forgot-password', () => answer));
    const { user } = await renderApp('/forgot-password');
    showTab();
    await waitFor(() => expect(asked).toBe(1));
    await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'a@portal.test{Enter}');
    await user.click(await goTo('About us'));
    await screen.findByRole('heading', { name: 'The page' });
    expect(reload).not.toHaveBeenCalled();
    resolve(new HttpResponse(null, { status: 204 }));
    await waitFor(() => expect(isSending()).toBe(false));
    await user.click(await goTo('Contact'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('waits for a page that asks before it is left', async () => {
    deploy('second');
    const { user } = await renderApp('/contact');
    showTab();
    await waitFor(() => expect(asked).toBe(1));
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    await user.click(await goTo('About us'));
    await screen.findByRole('heading', { name: 'The page' });
    expect(reload).not.toHaveBeenCalled();
    window.removeEventListener('beforeunload', warn);
    await user.click(await goTo('Contact'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('takes a page away: the tab is reloaded for it, once', async () => {
    deploy('second');
    load = failing;
    const { user } = await renderApp('/contact');
    await user.click(await goTo('About us'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    // The reload did not help.
    await user.click(await goTo('Contact'));
    await user.click(await goTo('About us'));
    await failed();
    expect(await screen.findByText('Reload the page to continue.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    expect(reload).toHaveBeenCalledOnce();
  });
});
