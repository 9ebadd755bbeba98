import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { refreshToken } from '../../api/refresh';
import { selectToken } from '../../api/session';
import { landlord, student } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { confirmLogout, logOut } from '../../testing/logOut';
import { pendingResponse } from '../../testing/pendingResponse';
import { recordBodies } from '../../testing/recordBodies';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import { draftKey } from '../../ui/drafts/drafts';
import { toastsSlice } from '../../ui/toast/toasts';

const expiredText = 'Your session has ended. Log in again to continue.';
const header = () => within(screen.getByRole('banner'));
const main = () => within(screen.getByRole('main'));
const expectPath = (path: string) => waitFor(() => expect(window.location.pathname).toBe(path));

/** Rejects requests that need a session. The refresh fails by default. */
function endSessionOnServer() {
  const reject = () => failure(403, 'exception.auth.unauthenticated');
  server.use(http.get('*/api/v1/users/profile', reject), http.get('*/api/v1/applications', reject));
}

/** Simulates a write to the storage by another tab. */
const notifyTab = (key: string) => act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));

async function logIn(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: student })));
  await user.type(await screen.findByLabelText('Email'), 'student@portal.test');
  await user.type(screen.getByLabelText('Password'), 'portal-demo');
  await user.click(main().getByRole('button', { name: 'Log In' }));
}

describe('an expired session', () => {
  test.each([
    ['en-US', expiredText],
    ['de-DE', 'Deine Sitzung ist beendet. Melde dich wieder an, um weiterzumachen.'],
  ] as const)('shows a notice on the login page in %s', async (language, text) => {
    localStorage.setItem('token', 'of yesterday');
    endSessionOnServer();
    await renderApp('/my-applications', { language });
    expect(await screen.findByText(text)).toBeVisible();
    expect(window.location.pathname).toBe('/login');
  });

  test('returns to the page after the login, without the notice', async () => {
    const { user } = await renderApp('/my-applications?keyword=balkon', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
    endSessionOnServer();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText(expiredText)).toBeVisible();
    server.resetHandlers();
    await logIn(user);
    await expectPath('/my-applications');
    expect(window.location.search).toBe('?keyword=balkon');
    expect(screen.queryByText(expiredText)).not.toBeInTheDocument();
    expect(Object.keys(localStorage)).not.toContain('sessionEnded');
  });

  test('shows no notice after the login page was left', async () => {
    localStorage.setItem('token', 'of yesterday');
    endSessionOnServer();
    const { user } = await renderApp('/my-applications');
    await screen.findByText(expiredText);
    await user.click(header().getByRole('link', { name: 'Home' }));
    await expectPath('/');
    await user.click(header().getByRole('link', { name: 'Log In' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByText(expiredText)).not.toBeInTheDocument();
  });

  test('shows the notice after a reload of the login page', async () => {
    localStorage.setItem('token', 'of yesterday');
    endSessionOnServer();
    const { unmount } = await renderApp('/my-applications');
    await screen.findByText(expiredText);
    unmount();
    await renderApp('/login');
    expect(await screen.findByText(expiredText)).toBeVisible();
  });

  test('shows the notice in other tabs', async () => {
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
    // Simulates that another tab ends the session.
    localStorage.setItem('sessionEnded', 'true');
    localStorage.removeItem('token');
    notifyTab('token');
    expect(await screen.findByText(expiredText)).toBeVisible();
  });
});

describe('a logout before the server responds', () => {
  test('is done on this device, and its request belongs to the session and survives the page', async () => {
    const requests: Request[] = [];
    server.use(
      http.post('*/api/v1/logout', async ({ request }) => {
        requests.push(request);
        await delay('infinite');
      }),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    const send = vi.spyOn(globalThis, 'fetch');
    await logOut(user);
    await expectPath('/');
    expect(localStorage.getItem('token')).toBeNull();
    expect(header().getByRole('link', { name: 'Log In' })).toBeVisible();
    await waitFor(() => expect(requests).toHaveLength(1));
    const [request] = requests;
    expect(request?.headers.get('authorization')).toBe('Bearer token-of-STUDENT');
    expect(request?.credentials).toBe('include');
    expect(request?.signal.aborted).toBe(false);
    const sent = expect.objectContaining({ pathname: '/api/v1/logout' });
    expect(send).toHaveBeenCalledWith(sent, expect.objectContaining({ keepalive: true }));
  });

  test('delays the next login, whose cookie the response would remove', async () => {
    const logout = pendingResponse(() => failure(503, 'exception.server.unavailable'));
    server.use(http.post('*/api/v1/logout', logout.resolver));
    const logins = recordBodies('post', '/api/v1/authenticate', () =>
      HttpResponse.json({ payload: { token: 'fresh', challenge: null, methods: [], passkey: null } }),
    );
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await logOut(user);
    await user.click(await header().findByRole('link', { name: 'Log In' }));
    await logIn(user);
    expect(logins).toEqual([]);
    logout.respond();
    await expectPath('/my-applications');
    expect(logins).toHaveLength(1);
    expect(localStorage.getItem('token')).toBe('fresh');
  });
});

describe('no notice is shown', () => {
  const notice = async () => {
    await expectPath('/login');
    await screen.findByLabelText('Email');
    return screen.queryByText(expiredText);
  };

  test('to a visitor who was never logged in', async () => {
    endSessionOnServer();
    await renderApp('/my-applications');
    expect(await notice()).not.toBeInTheDocument();
    expect(Object.keys(localStorage)).not.toContain('sessionEnded');
  });

  test('after a logout', async () => {
    const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
    await logOut(user);
    await expectPath('/');
    await user.click(header().getByRole('link', { name: 'Log In' }));
    expect(await notice()).not.toBeInTheDocument();
  });

  test('after a logout during a refresh that is rejected', async () => {
    const { user, store } = await renderApp('/', { role: 'STUDENT' });
    const rejection = pendingResponse(() => failure(401, 'exception.auth.session-expired'));
    server.use(http.post('*/api/v1/refresh', rejection.resolver));
    await header().findByRole('button', { name: /^Account of/ });
    const refreshing = refreshToken('token-of-STUDENT', store.dispatch);
    await logOut(user);
    rejection.respond();
    expect(await refreshing).toBe(false);
    expect(Object.keys(localStorage)).not.toContain('sessionEnded');
    await user.click(await header().findByRole('link', { name: 'Log In' }));
    expect(await notice()).not.toBeInTheDocument();
  });

  test('after a logout in another tab', async () => {
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
    localStorage.removeItem('token');
    notifyTab('token');
    expect(await notice()).not.toBeInTheDocument();
  });

  test('while the server is unavailable', async () => {
    localStorage.setItem('token', 'of yesterday');
    endSessionOnServer();
    server.use(http.post('*/api/v1/refresh', () => failure(503, 'exception.server.unavailable')));
    await renderApp('/my-applications');
    expect(await notice()).not.toBeInTheDocument();
    expect(localStorage.getItem('token')).toBe('of yesterday');
  });
});

async function renderToast() {
  const app = await renderApp('/my-applications', { role: 'STUDENT' });
  expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  const toast = { text: 'Withdrawn', severity: 'success', kind: null, count: 1 } as const;
  act(() => void app.store.dispatch(toastsSlice.actions.toastShown(toast)));
  expect(screen.getByRole('alert')).toHaveTextContent('Withdrawn');
  return app;
}

const showFromHistory = () =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));

describe('a page from the history', () => {
  test('drops the data of a user after the login of the next one', async () => {
    await renderToast();
    server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: landlord })));
    localStorage.setItem('token', 'of the next user');
    showFromHistory();
    const name = `Account of ${landlord.firstName} ${landlord.lastName}`;
    expect(await header().findByRole('button', { name })).toBeVisible();
    expect(screen.queryByText('Withdrawn')).not.toBeInTheDocument();
  });

  test('keeps what it shows to the same user', async () => {
    await renderToast();
    server.use(http.get('*/api/v1/applications', () => delay('infinite')));
    showFromHistory();
    expect(screen.getByText('Withdrawn')).toBeVisible();
    expect(screen.getByRole('article')).toBeVisible();
  });
});

test('a login over a token that is still stored removes it first, as other tabs detect a new user by that', async () => {
  localStorage.setItem('token', 'of another user');
  endSessionOnServer();
  server.use(http.post('*/api/v1/refresh', () => failure(503, 'exception.server.unavailable')));
  recordBodies('post', '/api/v1/authenticate', () =>
    HttpResponse.json({ payload: { token: 'fresh', challenge: null, methods: [], passkey: null } }),
  );
  const { user, store } = await renderApp('/my-applications');
  expect(await screen.findByLabelText('Email')).toBeVisible();
  // The state is read from the storage after each write.
  const tokens = new Set<string | null>();
  store.subscribe(() => tokens.add(selectToken(store.getState())));
  await logIn(user);
  await waitFor(() => expect(localStorage.getItem('token')).toBe('fresh'));
  expect([...tokens]).toEqual(['of another user', null, 'fresh']);
});

test('a logout deletes the letters that this tab keeps, the end of a session does not', async () => {
  const key = draftKey(student.externalId, 'letter/1');
  sessionStorage.setItem(key, 'Hello');
  const { user } = await renderApp('/my-applications', { role: 'STUDENT' });
  expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  endSessionOnServer();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText(expiredText)).toBeVisible();
  expect(sessionStorage.getItem(key)).toBe('Hello');
  server.resetHandlers();
  await logIn(user);
  await expectPath('/my-applications');
  await logOut(user);
  await confirmLogout(user);
  await expectPath('/');
  expect(sessionStorage.getItem(key)).toBeNull();
});

describe('the letters that this tab keeps', () => {
  const key = draftKey(student.externalId, 'letter/1');
  async function openWithLetter() {
    sessionStorage.setItem(key, 'Hello');
    await renderApp('/my-applications', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible();
  }

  test('are deleted by a logout in another tab', async () => {
    await openWithLetter();
    localStorage.removeItem('token');
    notifyTab('token');
    await expectPath('/login');
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  test('are deleted by a logout in another tab while the page was in the history', async () => {
    await openWithLetter();
    localStorage.removeItem('token');
    showFromHistory();
    await expectPath('/login');
    expect(sessionStorage.getItem(key)).toBeNull();
  });

  test('stay when another tab ends the session', async () => {
    await openWithLetter();
    localStorage.setItem('sessionEnded', 'true');
    localStorage.removeItem('token');
    notifyTab('token');
    expect(await screen.findByText(expiredText)).toBeVisible();
    expect(sessionStorage.getItem(key)).toBe('Hello');
  });

  test('stay when another tab replaces the token', async () => {
    await openWithLetter();
    localStorage.setItem('token', 'fresh');
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'token', oldValue: 'token-of-STUDENT', newValue: 'fresh' }),
      );
    });
    showFromHistory();
    expect(sessionStorage.getItem(key)).toBe('Hello');
  });
});

describe('a toast of the user is gone', () => {
  test('after a logout', async () => {
    const { user } = await renderToast();
    await logOut(user);
    await expectPath('/');
    expect(screen.queryByText('Withdrawn')).not.toBeInTheDocument();
  });

  test('after a logout in another tab', async () => {
    await renderToast();
    localStorage.removeItem('token');
    notifyTab('token');
    await expectPath('/login');
    expect(screen.queryByText('Withdrawn')).not.toBeInTheDocument();
  });
});
