import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../testing/handlers';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const check = '/api/v1/users/check-activation';
const finish = '/api/v1/users/finish-registration';
const resend = '/api/v1/users/resend-activation';
const link = '/finish-registration?token=raw-token&email=sena%40portal.test';
const sentByLink = { email: 'sena@portal.test', registrationToken: 'raw-token' };

const checkResult = (activationPossible: boolean, accountActive: boolean) => () =>
  HttpResponse.json({ payload: { activationPossible, accountActive } });
const activation = (activationPossible: boolean) => checkResult(activationPossible, false);
const password = () => screen.findByLabelText('Password');
const repeat = () => screen.getByLabelText('Repeat password');
const submit = () => screen.getByRole('button', { name: 'Continue' });

test('shows Invalid token and a link to the login without a token', async () => {
  const requests = recordBodies('post', check, activation(true));
  await renderApp('/finish-registration?email=sena%40portal.test');
  expect(await screen.findByRole('heading', { name: 'Invalid token' })).toBeVisible();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(requests).toEqual([]);
  await waitFor(() => expect(document.title).toBe('Invalid link – Fensterplatz'));
});

test('checks the activation on load and shows a loading page', async () => {
  let respond: (response: Response) => void = () => undefined;
  const requests: unknown[] = [];
  server.use(
    http.post(`*${check}`, async ({ request }) => {
      requests.push(await request.json());
      return new Promise<Response>((resolve) => {
        respond = resolve;
      });
    }),
  );
  await renderApp(link);
  expect(await screen.findByText('Loading...')).toBeVisible();
  await waitFor(() => expect(requests).toEqual([sentByLink]));
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  respond(HttpResponse.json({ payload: { activationPossible: true } }));
  expect(await password()).toBeVisible();
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
});

test('a failed check can be retried', async () => {
  server.use(http.post(`*${check}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
  const { user } = await renderApp(link);
  expect(await screen.findByText(/^The service cannot be reached right now\./)).toBeVisible();
  server.use(http.post(`*${check}`, activation(true)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await password()).toBeVisible();
});

describe('expired link', () => {
  test('shows that it is expired, and can be sent again', async () => {
    recordBodies('post', check, activation(false));
    const sent = recordBodies('post', resend);
    const { user } = await renderApp(link);
    expect(await screen.findByRole('heading', { name: 'Activation link has expired' })).toBeVisible();
    expect(screen.queryByText('Activation link has been sent')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resend Activation Link' }));
    expect(await screen.findByText('Activation link has been sent')).toBeVisible();
    expect(sent).toEqual([sentByLink]);
  });

  test('a malformed link shows the same', async () => {
    recordBodies('post', check, () => failure(400, 'exception.request.invalid'));
    await renderApp(link);
    expect(await screen.findByRole('heading', { name: 'Activation link has expired' })).toBeVisible();
  });

  test('shows the error when it cannot be sent again', async () => {
    recordBodies('post', check, activation(false));
    recordBodies('post', resend, () => failure(429, 'exception.request.too-many'));
    const { user } = await renderApp(link);
    await user.click(await screen.findByRole('button', { name: 'Resend Activation Link' }));
    expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeVisible();
    expect(screen.queryByText('Activation link has been sent')).not.toBeInTheDocument();
  });

  test('shows the same when it expires during the input', async () => {
    recordBodies('post', check, activation(true));
    recordBodies('post', finish, () => failure(400, 'exception.finish-registration.registration-expired'));
    const { user } = await renderApp(link);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Activation link has expired' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend Activation Link' })).toBeVisible();
  });

  test('is not shown before the link is checked again', async () => {
    recordBodies('post', check, activation(true));
    recordBodies('post', finish, () => failure(400, 'exception.finish-registration.registration-expired'));
    const { user } = await renderApp(link);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    const checks = recordBodies('post', check, () => delay('infinite'));
    const shown: string[] = [];
    const observer = new MutationObserver(() => shown.push(document.body.textContent));
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    await user.click(submit());
    await waitFor(() => expect(checks).toHaveLength(1));
    observer.disconnect();
    expect(shown.filter((text) => text.includes('Activation link has expired'))).toEqual([]);
  });
});

describe('used link', () => {
  const active = checkResult(false, true);

  test.each([
    ['en-US', 'Your account is already active', 'Log In', 'Forgot Password'],
    ['de-DE', 'Dein Konto ist schon aktiv', 'Anmelden', 'Passwort vergessen?'],
  ] as const)(
    'shows in %s that the account is active, with a link to the login',
    async (language, heading, logIn, forgot) => {
      recordBodies('post', check, active);
      await renderApp(link, { language });
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
      const main = within(screen.getByRole('main'));
      expect(main.getByRole('link', { name: logIn })).toHaveAttribute('href', '/login');
      expect(main.getByRole('link', { name: forgot })).toHaveAttribute('href', '/forgot-password');
      expect(main.queryByRole('button')).not.toBeInTheDocument();
    },
  );

  test.each([
    ['with the address in the link', link],
    ['without it', '/finish-registration?token=raw-token'],
  ])('shows that it is used when that happens during the input, %s', async (_which, address) => {
    recordBodies('post', check, activation(true));
    recordBodies('post', finish, () => failure(400, 'exception.finish-registration.registration-expired'));
    const { user } = await renderApp(address);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    if (email.value === '') await user.type(email, 'sena@portal.test');
    const requests = recordBodies('post', check, active);
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Your account is already active' })).toBeVisible();
    expect(requests).toEqual([sentByLink]);
  });
});

describe('first password', () => {
  test('has a read-only email and masked passwords', async () => {
    recordBodies('post', check, activation(true));
    const { user } = await renderApp(link);
    expect(await password()).toHaveAttribute('type', 'password');
    expect(repeat()).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Email')).toHaveValue('sena@portal.test');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[0] ?? document.body);
    expect(await password()).toHaveAttribute('type', 'text');
    expect(repeat()).toHaveAttribute('type', 'password');
  });

  test.each([
    ['', '', 'Password is required', 'Repeat password is required'],
    ['1234567', '1234567', 'Password must be at least 8 characters', ''],
    ['12345678', '12345679', '', 'Passwords do not match'],
  ])('rejects %j and %j', async (typed, repeated, passwordError, repeatError) => {
    recordBodies('post', check, activation(true));
    const sent = recordBodies('post', finish);
    const { user } = await renderApp(link);
    if (typed) await user.type(await password(), typed);
    else await password();
    if (repeated) await user.type(repeat(), repeated);
    await user.click(submit());
    await waitFor(() => expect(screen.getByText(passwordError || repeatError)).toBeVisible());
    expect(await password()).toHaveAccessibleDescription(passwordError);
    expect(repeat()).toHaveAccessibleDescription(repeatError);
    expect(sent).toEqual([]);
  });

  test('requires the email when the link has none', async () => {
    const requests = recordBodies('post', check, activation(true));
    const sent = recordBodies('post', finish);
    const { user } = await renderApp('/finish-registration?token=raw-token');
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'sena@portal.test');
    await user.click(submit());
    await waitFor(() => expect(sent).toEqual([{ ...sentByLink, password: '12345678' }]));
    expect(requests).toEqual([]);
  });

  test('opens the success page, which links to the login', async () => {
    recordBodies('post', check, activation(true));
    const sent = recordBodies('post', finish);
    const { user } = await renderApp(link);
    await user.type(await password(), 'correct horse');
    await user.type(repeat(), 'correct horse');
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Your account is ready' })).toBeVisible();
    expect(window.location.pathname).toBe('/registration-finished');
    expect(sent).toEqual([{ ...sentByLink, password: 'correct horse' }]);
    await user.click(screen.getByRole('link', { name: 'Login' }));
    expect(window.location.pathname).toBe('/login');
  });

  test('ends the session of another user, so that the new one can log in', async () => {
    recordBodies('post', check, activation(true));
    recordBodies('post', finish);
    const { user } = await renderApp(link, { role: 'ADMIN' });
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    await user.click(await screen.findByRole('link', { name: 'Login' }));
    expect(await screen.findByRole('heading', { name: 'Good to see you' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('shows any other failure in an alert and keeps the form', async () => {
    recordBodies('post', check, activation(true));
    recordBodies('post', finish, () => failure(503, 'exception.server.unavailable'));
    const { user } = await renderApp(link);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByText(/^The service cannot be reached right now\./)).toBeVisible();
    expect(submit()).toBeEnabled();
  });
});

test('has German texts', async () => {
  recordBodies('post', check, activation(false));
  await renderApp(link, { language: 'de-DE' });
  expect(await screen.findByRole('heading', { name: 'Der Aktivierungslink ist abgelaufen' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Aktivierungslink erneut senden' })).toBeVisible();
  expect(document.title).toBe('Registrierung abschließen – Fensterplatz');
});
