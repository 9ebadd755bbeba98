import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { endSession } from '../api/token';
import { student } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const told = 'Your session has ended. Log in again to continue.';
const header = () => within(screen.getByRole('banner'));
const main = () => within(screen.getByRole('main'));
const isAt = (path: string) => waitFor(() => expect(window.location.pathname).toBe(path));

/** Nothing that needs a session is answered any more; the refresh is refused, as it is unless a test says otherwise. */
function endOnServer() {
  const refuse = () => failure(403, 'exception.auth.unauthenticated');
  server.use(http.get('*/api/v1/users/profile', refuse), http.get('*/api/v1/applications', refuse));
}

/** What every tab learns when another one writes to the storage. */
const tellTab = (key: string) => act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));

async function logIn(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: student })));
  await user.type(await screen.findByLabelText('Email'), 'student@portal.test');
  await user.type(screen.getByLabelText('Password'), 'portal-demo');
  await user.click(main().getByRole('button', { name: 'Log In' }));
}

describe('a session that ended', () => {
  test.each([
    ['en-US', told],
    ['de-DE', 'Deine Sitzung ist beendet. Melde dich wieder an, um weiterzumachen.'],
  ] as const)('is told on the login page in %s', async (language, text) => {
    localStorage.setItem('token', 'of yesterday');
    endOnServer();
    await renderApp('/my-applications', { language });
    expect(await screen.findByText(text)).toBeVisible();
    expect(window.location.pathname).toBe('/login');
  });

  test('in the middle of a page: the login leads back there, and nothing more is told', async () => {
    const { user } = await renderApp('/my-applications?keyword=balkon', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
    endOnServer();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(told)).toBeVisible();
    server.resetHandlers();
    await logIn(user);
    await isAt('/my-applications');
    expect(window.location.search).toBe('?keyword=balkon');
    expect(screen.queryByText(told)).not.toBeInTheDocument();
    expect(Object.keys(localStorage)).not.toContain('sessionEnded');
  });

  test('is not told again once the login page was left', async () => {
    localStorage.setItem('token', 'of yesterday');
    endOnServer();
    const { user } = await renderApp('/my-applications');
    await screen.findByText(told);
    await user.click(header().getByRole('link', { name: 'Home' }));
    await isAt('/');
    await user.click(header().getByRole('link', { name: 'Log In' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByText(told)).not.toBeInTheDocument();
  });

  test('is told after a reload of the login page', async () => {
    localStorage.setItem('token', 'of yesterday');
    endOnServer();
    const { unmount } = await renderApp('/my-applications');
    await screen.findByText(told);
    unmount();
    await renderApp('/login');
    expect(await screen.findByText(told)).toBeVisible();
  });

  test('is told in the other tabs', async () => {
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
    // As another tab does it: this one only hears of it.
    localStorage.setItem('sessionEnded', 'true');
    localStorage.removeItem('token');
    tellTab('token');
    expect(await screen.findByText(told)).toBeVisible();
  });
});

describe('nothing is told', () => {
  const notice = async () => {
    await isAt('/login');
    await screen.findByLabelText('Email');
    return screen.queryByText(told);
  };

  test('to a visitor who was never logged in', async () => {
    endOnServer();
    await renderApp('/my-applications');
    expect(await notice()).not.toBeInTheDocument();
    expect(Object.keys(localStorage)).not.toContain('sessionEnded');
  });

  test('after a log-out', async () => {
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await user.click(await header().findByRole('button', { name: 'Account of Sena Aydın' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await isAt('/');
    await user.click(header().getByRole('link', { name: 'Log In' }));
    expect(await notice()).not.toBeInTheDocument();
  });

  test('after a log-out during which the server refused a refresh', async () => {
    server.use(
      http.post('*/api/v1/logout', () => {
        endSession();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await renderApp('/', { role: 'STUDENT' });
    await user.click(await header().findByRole('button', { name: 'Account of Sena Aydın' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(Object.keys(localStorage)).not.toContain('sessionEnded'));
    await user.click(await header().findByRole('link', { name: 'Log In' }));
    expect(await notice()).not.toBeInTheDocument();
  });

  test('after a log-out in another tab', async () => {
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
    localStorage.removeItem('token');
    tellTab('token');
    expect(await notice()).not.toBeInTheDocument();
  });

  test('while the server cannot say whether the session goes on', async () => {
    localStorage.setItem('token', 'of yesterday');
    endOnServer();
    server.use(http.post('*/api/v1/refresh', () => failure(503, 'exception.server.unavailable')));
    await renderApp('/my-applications');
    expect(await notice()).not.toBeInTheDocument();
    expect(localStorage.getItem('token')).toBe('of yesterday');
  });
});
