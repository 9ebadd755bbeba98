import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { failure } from '../testing/handlers';
import { recordBodies } from '../testing/recordBodies';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const check = '/api/v1/users/check-activation';
const finish = '/api/v1/users/finish-registration';
const resend = '/api/v1/users/resend-activation';
const link = '/finish-registration?token=raw-token&email=sena%40portal.test';
const sentByLink = { email: 'sena@portal.test', registrationToken: 'raw-token' };

const checked = (activationPossible: boolean, accountActive: boolean) => () =>
  HttpResponse.json({ payload: { activationPossible, accountActive } });
const possible = (activationPossible: boolean) => checked(activationPossible, false);
const password = () => screen.findByLabelText('Password');
const repeat = () => screen.getByLabelText('Repeat password');
const submit = () => screen.getByRole('button', { name: 'Continue' });

test('Q234: without a token it says Invalid token, and links the log-in', async () => {
  const asked = recordBodies('post', check, possible(true));
  await renderApp('/finish-registration?email=sena%40portal.test');
  expect(await screen.findByRole('heading', { name: 'Invalid token' })).toBeVisible();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(asked).toEqual([]);
});

test('Q235: the activation is checked on load, with a loading page meanwhile', async () => {
  let answer: (response: Response) => void = () => undefined;
  const asked: unknown[] = [];
  server.use(
    http.post(`*${check}`, async ({ request }) => {
      asked.push(await request.json());
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    }),
  );
  await renderApp(link);
  expect(await screen.findByText('Loading...')).toBeVisible();
  await waitFor(() => expect(asked).toEqual([sentByLink]));
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  answer(HttpResponse.json({ payload: { activationPossible: true } }));
  expect(await password()).toBeVisible();
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
});

test('a check that fails can be repeated', async () => {
  server.use(http.post(`*${check}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
  const { user } = await renderApp(link);
  expect(await screen.findByText(/^The service cannot be reached right now\./)).toBeVisible();
  server.use(http.post(`*${check}`, possible(true)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await password()).toBeVisible();
});

describe('a link that does not work any more', () => {
  test('Q236 Q237: says so, and sends another one', async () => {
    recordBodies('post', check, possible(false));
    const sent = recordBodies('post', resend);
    const { user } = await renderApp(link);
    expect(await screen.findByRole('heading', { name: 'Activation link has expired' })).toBeVisible();
    expect(screen.queryByText('Activation link has been sent')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resend Activation Link' }));
    expect(await screen.findByText('Activation link has been sent')).toBeVisible();
    expect(sent).toEqual([sentByLink]);
  });

  test('a link that cannot be one is no different', async () => {
    recordBodies('post', check, () => failure(400, 'exception.request.invalid'));
    await renderApp(link);
    expect(await screen.findByRole('heading', { name: 'Activation link has expired' })).toBeVisible();
  });

  test('says what the server says against sending another one', async () => {
    recordBodies('post', check, possible(false));
    recordBodies('post', resend, () => failure(429, 'exception.request.too-many'));
    const { user } = await renderApp(link);
    await user.click(await screen.findByRole('button', { name: 'Resend Activation Link' }));
    expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeVisible();
    expect(screen.queryByText('Activation link has been sent')).not.toBeInTheDocument();
  });

  test('Q236: also when it dies while the password is being typed', async () => {
    recordBodies('post', check, possible(true));
    recordBodies('post', finish, () => failure(400, 'exception.finish-registration.registration-expired'));
    const { user } = await renderApp(link);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Activation link has expired' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend Activation Link' })).toBeVisible();
  });
});

describe('a link that was used', () => {
  const active = checked(false, true);

  test.each([
    ['en-US', 'Your account is already active', 'Log In', 'Forgot Password'],
    ['de-DE', 'Dein Konto ist schon aktiv', 'Anmelden', 'Passwort vergessen?'],
  ] as const)(
    'says in %s that the account is active, and leads to the login',
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
  ])('says so when it is used elsewhere while the password is being typed, %s', async (_which, address) => {
    recordBodies('post', check, possible(true));
    recordBodies('post', finish, () => failure(400, 'exception.finish-registration.registration-expired'));
    const { user } = await renderApp(address);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    if (email.value === '') await user.type(email, 'sena@portal.test');
    const asked = recordBodies('post', check, active);
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Your account is already active' })).toBeVisible();
    expect(asked).toEqual([sentByLink]);
  });
});

describe('setting the first password', () => {
  test('Q238: the e-mail is read-only, the passwords are masked', async () => {
    recordBodies('post', check, possible(true));
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
  ])('Q239: %j and %j are not sent', async (typed, repeated, saidOfPassword, saidOfRepeat) => {
    recordBodies('post', check, possible(true));
    const sent = recordBodies('post', finish);
    const { user } = await renderApp(link);
    if (typed) await user.type(await password(), typed);
    else await password();
    if (repeated) await user.type(repeat(), repeated);
    await user.click(submit());
    await waitFor(() => expect(screen.getByText(saidOfPassword || saidOfRepeat)).toBeVisible());
    expect(await password()).toHaveAccessibleDescription(saidOfPassword);
    expect(repeat()).toHaveAccessibleDescription(saidOfRepeat);
    expect(sent).toEqual([]);
  });

  test('Q239: a link without an e-mail asks for it', async () => {
    const asked = recordBodies('post', check, possible(true));
    const sent = recordBodies('post', finish);
    const { user } = await renderApp('/finish-registration?token=raw-token');
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByText('Email is required')).toBeVisible();
    await user.type(screen.getByLabelText('Email'), 'sena@portal.test');
    await user.click(submit());
    await waitFor(() => expect(sent).toEqual([{ ...sentByLink, password: '12345678' }]));
    expect(asked).toEqual([]);
  });

  test('Q240: success leads to the last page, and from there to the log-in', async () => {
    recordBodies('post', check, possible(true));
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

  test('an administrator who tried the link in their own browser can log in as the new person', async () => {
    recordBodies('post', check, possible(true));
    recordBodies('post', finish);
    const { user } = await renderApp(link, { role: 'ADMIN' });
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    await user.click(await screen.findByRole('link', { name: 'Login' }));
    expect(await screen.findByRole('heading', { name: 'Good to see you' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('any other failure is an alert, and the form stays', async () => {
    recordBodies('post', check, possible(true));
    recordBodies('post', finish, () => failure(503, 'exception.server.unavailable'));
    const { user } = await renderApp(link);
    await user.type(await password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByText(/^The service cannot be reached right now\./)).toBeVisible();
    expect(submit()).toBeEnabled();
  });
});

test('in German every text is German', async () => {
  recordBodies('post', check, possible(false));
  await renderApp(link, { language: 'de-DE' });
  expect(await screen.findByRole('heading', { name: 'Der Aktivierungslink ist abgelaufen' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Aktivierungslink erneut senden' })).toBeVisible();
  expect(document.title).toBe('Registrierung abschließen – Fensterplatz');
});
