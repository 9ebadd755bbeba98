import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasPendingMutations } from '../../api/baseQuery';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import { FileError } from '../../ui/lazy/fetchFiles';
import { lazyPage } from '../lazyPage';

type Pages = { pages: Record<string, ComponentType> };
type Loaded = { Page: ComponentType };
const about = vi.hoisted((): { Route: ComponentType } => ({ Route: () => null }));
let load: () => Promise<Loaded>;

// A test decides how the code of one page loads.
vi.mock('../pages', async (original) => {
  const { createElement } = await import('react');
  const { pages } = await original<Pages>();
  return { pages: { ...pages, about: () => createElement(about.Route) } };
});

const fail = () => Promise.reject(new FileError('/assets/about.js', 404));
const succeed = async (): Promise<Loaded> => ({ Page: () => <h1>The page</h1> });
const findFailure = () => screen.findByRole('heading', { name: 'This page could not be loaded' });
const findLink = (name: string) => screen.findByRole('link', { name });

beforeEach(() => {
  about.Route = lazyPage(() => load(), 'Page');
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});

describe('a failed page', () => {
  test('keeps header and footer, and is loaded again when the browser is online', async () => {
    load = fail;
    await renderApp('/about');
    await findFailure();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    load = succeed;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible();
  });

  test('is loaded again at the next navigation', async () => {
    load = fail;
    const { user } = await renderApp('/about');
    await findFailure();
    await user.click(await findLink('Contact'));
    expect(await screen.findByRole('textbox', { name: /Message/ })).toBeVisible();
    load = succeed;
    await user.click(await findLink('About us'));
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible();
  });
});

describe('a new build', () => {
  const meta = document.createElement('meta');
  meta.name = 'build';
  let reload = vi.fn<() => void>();
  let requestCount = 0;

  beforeEach(() => {
    meta.content = 'first';
    document.head.append(meta);
    reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
    requestCount = 0;
    load = succeed;
  });
  afterEach(() => meta.remove());

  const deploy = (build: string) =>
    server.use(
      http.get('*/build.json', () => {
        requestCount++;
        return HttpResponse.json({ build });
      }),
    );
  const showTab = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

  test('reloads the tab at the URL of its next navigation', async () => {
    deploy('second');
    const { user } = await renderApp('/contact');
    showTab();
    await waitFor(() => expect(requestCount).toBe(1));
    expect(reload).not.toHaveBeenCalled();
    await user.click(await findLink('About us'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(location.pathname).toBe('/about');
  });

  test('is checked once a minute, and does not reload when it is the same', async () => {
    deploy('first');
    const { user } = await renderApp('/contact');
    showTab();
    showTab();
    await user.click(await findLink('About us'));
    await screen.findByRole('heading', { name: 'The page' });
    expect(requestCount).toBe(1);
    expect(reload).not.toHaveBeenCalled();
  });

  test('does not reload during a request', async () => {
    deploy('second');
    let resolve: (response: Response) => void = () => undefined;
    const response = new Promise<Response>((settle) => {
      resolve = settle;
    });
    server.use(http.post('*/api/v1/auth/forgot-password', () => response));
    const { user } = await renderApp('/forgot-password');
    showTab();
    await waitFor(() => expect(requestCount).toBe(1));
    await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'a@portal.test{Enter}');
    await user.click(await findLink('About us'));
    await screen.findByRole('heading', { name: 'The page' });
    expect(reload).not.toHaveBeenCalled();
    resolve(new HttpResponse(null, { status: 204 }));
    await waitFor(() => expect(hasPendingMutations()).toBe(false));
    await user.click(await findLink('Contact'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('does not reload while a page blocks leaving', async () => {
    deploy('second');
    const { user } = await renderApp('/contact');
    showTab();
    await waitFor(() => expect(requestCount).toBe(1));
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    await user.click(await findLink('About us'));
    await screen.findByRole('heading', { name: 'The page' });
    expect(reload).not.toHaveBeenCalled();
    window.removeEventListener('beforeunload', warn);
    await user.click(await findLink('Contact'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test('reloads the tab once when the code of a page is missing', async () => {
    deploy('second');
    load = fail;
    const { user } = await renderApp('/contact');
    await user.click(await findLink('About us'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    // After the reload, the code is still missing.
    await user.click(await findLink('Contact'));
    await user.click(await findLink('About us'));
    await findFailure();
    expect(await screen.findByText('Reload the page to continue.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    expect(reload).toHaveBeenCalledOnce();
  });
});
