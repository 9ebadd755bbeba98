import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ErrorMessage, Role } from '../../api/generated';
import { publicSettings, userWithRole } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { logOut } from '../../testing/logOut';
import { recordBodies } from '../../testing/recordBodies';
import { recordRequests } from '../../testing/recordRequests';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const email = () => screen.findByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const submit = () => within(screen.getByRole('main')).getByRole('button', { name: 'Log In' });

async function openLogin(address = '/login') {
  const app = await renderApp(address);
  await email();
  return app;
}

function mockUser(role: Role) {
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: userWithRole(role) })));
}

async function logIn({ user }: Awaited<ReturnType<typeof renderApp>>) {
  await user.type(await email(), 'student@portal.test');
  await user.type(password(), 'portal-demo');
  await user.click(submit());
}

test('links to the forgotten password and to both sign-up pages', async () => {
  await openLogin();
  const main = within(screen.getByRole('main'));
  const links = main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Forgot Password', '/forgot-password'],
    ['Sign up as a student', '/signup-student'],
    ['Sign up as a landlord', '/signup-landlord'],
  ]);
});

describe('form', () => {
  test('shows errors for empty fields, focuses the first one and sends nothing', async () => {
    const sent = recordRequests('post', '/api/v1/authenticate');
    const { user } = await openLogin();
    await user.click(submit());
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(await email()).toHaveFocus();
    expect(await email()).toHaveAccessibleDescription('Email is required');
    expect(sent).toEqual([]);
  });

  test('clears an error when the field is filled in', async () => {
    const { user } = await openLogin();
    await user.click(submit());
    await user.type(await email(), 'a');
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeVisible();
  });

  test('masks the password until Show', async () => {
    const { user } = await openLogin();
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password()).toHaveAttribute('type', 'password');
  });

  test.each([
    [401, 'exception.auth.invalid-credentials', 'Invalid credentials'],
    [400, 'exception.request.invalid', 'Invalid credentials'],
    [429, 'exception.request.too-many', 'Too many requests. Please wait a moment.'],
    [
      503,
      'exception.server.unavailable',
      'The service cannot be reached right now. Please try again in a moment.',
    ],
  ] as [number, ErrorMessage, string][])(
    'shows the error of a response %i with %s',
    async (status, message, text) => {
      server.use(http.post('*/api/v1/authenticate', () => failure(status, message)));
      const app = await openLogin();
      await logIn(app);
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByText(text).closest('[role=alert]')).not.toBeNull();
      expect(localStorage.getItem('token')).toBeNull();
      await waitFor(() => expect(submit()).toBeEnabled());
    },
  );

  test('shows a missing connection and can be sent again', async () => {
    server.use(http.post('*/api/v1/authenticate', () => HttpResponse.error(), { once: true }));
    const app = await openLogin();
    await logIn(app);
    expect(
      await screen.findByText('No connection. Check your internet connection and try again.'),
    ).toBeVisible();
    await app.user.click(submit());
    await waitFor(() => expect(localStorage.getItem('token')).toBe('fresh'));
  });

  test('sends the values with the password untrimmed', async () => {
    let sent: unknown;
    server.use(
      http.post('*/api/v1/authenticate', async ({ request }) => {
        sent = await request.json();
        return failure(401, 'exception.auth.invalid-credentials');
      }),
    );
    const { user } = await openLogin();
    await user.type(await email(), ' student@portal.test ');
    await user.type(password(), ' spaces count ');
    await user.click(submit());
    await waitFor(() => expect(sent).toEqual({ email: 'student@portal.test', password: ' spaces count ' }));
  });
});

describe('a password manager', () => {
  test('may fill in the form without an event', async () => {
    const sent = recordBodies('post', '/api/v1/authenticate', () =>
      failure(401, 'exception.auth.invalid-credentials'),
    );
    const { user } = await openLogin();
    ((await email()) as HTMLInputElement).value = 'student@portal.test';
    (password() as HTMLInputElement).value = 'portal-demo';
    await user.click(submit());
    await waitFor(() => expect(sent).toEqual([{ email: 'student@portal.test', password: 'portal-demo' }]));
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
  });
});

describe('after login', () => {
  test.each([
    ['ADMIN', '/registration-requests', 'Registration Requests'],
    ['STUDENT', '/my-applications', 'My Applications'],
    ['LANDLORD', '/my-listings', 'My Listings'],
  ] as const)('%s gets the page %s with the menu of the role', async (role, path, menu) => {
    mockUser(role);
    const app = await openLogin();
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe(path));
    expect(localStorage.getItem('token')).toBe('fresh');
    const nav = within(screen.getByRole('banner'));
    expect(await nav.findByRole('link', { name: menu })).toBeVisible();
  });

  test('the requested page is shown with its query', async () => {
    mockUser('STUDENT');
    const app = await renderApp('/my-applications?page=0&keyword=balkon');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe('/my-applications'));
    expect(window.location.search).toBe('?page=0&keyword=balkon');
  });

  test('a requested page without access is not shown', async () => {
    mockUser('LANDLORD');
    const app = await renderApp('/my-applications');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    await logIn(app);
    await waitFor(() => expect(window.location.pathname).toBe('/my-listings'));
  });

  test('a logged-in user is redirected', async () => {
    await renderApp('/login', { role: 'STUDENT' });
    await waitFor(() => expect(window.location.pathname).toBe('/my-applications'));
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });
});

test("shows the operator's image beside the form", async () => {
  server.use(
    http.get('*/api/v1/settings/public', () =>
      HttpResponse.json({
        payload: { ...publicSettings, images: { 'login.background': '/s/street.jpg' } },
      }),
    ),
  );
  const { container } = await openLogin();
  await waitFor(() =>
    expect(container.querySelector('main img')).toHaveAttribute('src', '/images/1200x800/s/street.jpg'),
  );
});

test('has German texts', async () => {
  await renderApp('/login', { language: 'de-DE' });
  expect(await screen.findByLabelText('E-Mail')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Schön, dass du da bist' })).toBeVisible();
  expect(document.title).toBe('Anmelden – Fensterplatz');
});

test('never shows data of the previous user after a login', async () => {
  const app = await renderApp('/', { role: 'ADMIN' });
  const { user } = app;
  const header = within(screen.getByRole('banner'));
  expect(await header.findByRole('link', { name: 'Users' })).toBeInTheDocument();
  await logOut(user);
  await user.click(await header.findByRole('link', { name: 'Log In' }));
  let respond = () => undefined as void;
  server.use(
    http.get('*/api/v1/users/profile', async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return HttpResponse.json({ payload: userWithRole('STUDENT') });
    }),
  );
  const seen: (string | null)[] = [];
  const watching = new MutationObserver(() => seen.push(screen.getByRole('banner').textContent));
  watching.observe(document.body, { subtree: true, childList: true });
  await logIn(app);
  await waitFor(() => {
    respond();
    expect(header.getByRole('link', { name: 'My Applications' })).toBeInTheDocument();
  });
  watching.disconnect();
  expect(seen.filter((text) => text?.includes('Users'))).toEqual([]);
});
