import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../testing/handlers';
import { expectToast } from '../../../testing/expectToast';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';

const forgot = '/api/v1/auth/forgot-password';
const reset = '/api/v1/auth/reset-password';
const link = '/reset-password?token=raw-token&email=sena%2Btest%40portal.test';

describe('forgot password', () => {
  const submit = () => screen.getByRole('button', { name: 'Send Link' });

  test('requires the email', async () => {
    const sent = recordBodies('post', forgot);
    const { user } = await renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), '  ');
    await user.click(submit());
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(sent).toEqual([]);
    await user.type(screen.getByLabelText('Email'), 'a');
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument();
  });

  test('shows that an email with instructions was sent', async () => {
    const sent = recordBodies('post', forgot);
    const { user } = await renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), ' sena@portal.test ');
    await user.click(submit());
    expect(await screen.findByText(/^An e-mail with instructions has been sent/)).toBeVisible();
    expect(window.location.pathname).toBe('/forgot-password-success');
    expect(sent).toEqual([{ email: 'sena@portal.test' }]);
  });

  test('shows an error for an invalid email', async () => {
    recordBodies('post', forgot, () =>
      HttpResponse.json(
        {
          error: {
            message: 'exception.request.invalid',
            fields: { email: 'validation.invalid' },
            requestId: 'test',
          },
        },
        { status: 400 },
      ),
    );
    const { user } = await renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'sena');
    await user.click(submit());
    expect(await screen.findByText('This does not look like an email address')).toBeVisible();
    expect(window.location.pathname).toBe('/forgot-password');
  });

  test('shows a translated failure', async () => {
    recordBodies('post', forgot, () => failure(429, 'exception.request.too-many'));
    const { user } = await renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'sena@portal.test');
    await user.click(submit());
    expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeVisible();
  });
});

describe('reset password', () => {
  const submit = () => screen.getByRole('button', { name: 'Save Password' });
  const password = () => screen.getByLabelText('Password');
  const repeat = () => screen.getByLabelText('Repeat password');

  async function open(role?: 'ADMIN') {
    const app = await renderApp(link, role ? { role } : {});
    await screen.findByRole('heading', { level: 1, name: 'Set a new password' });
    return app;
  }

  test('shows Invalid token and a link to the login without a token', async () => {
    await renderApp('/reset-password?email=sena%40portal.test');
    expect(await screen.findByRole('heading', { name: 'Invalid token' })).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' })).toHaveAttribute(
      'href',
      '/login',
    );
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  test('has a read-only email from the link', async () => {
    const { user } = await open();
    expect(screen.getByLabelText('Email')).toHaveValue('sena+test@portal.test');
    await user.type(screen.getByLabelText('Email'), 'x');
    expect(screen.getByLabelText('Email')).toHaveValue('sena+test@portal.test');
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
  });

  test.each([
    ['rejects empty passwords', '', '', 'Password is required', 'Repeat password is required'],
    ['rejects seven characters', '1234567', '1234567', 'Password must be at least 8 characters', ''],
    [
      'rejects seven characters with an emoji',
      '🏠123456',
      '🏠123456',
      'Password must be at least 8 characters',
      '',
    ],
    ['requires the repetition', '12345678', '', '', 'Repeat password is required'],
    ['rejects a different repetition', '12345678', '12345679', '', 'Passwords do not match'],
    ['129 characters', 'x'.repeat(129), 'x'.repeat(129), 'Password must be at most 128 characters', ''],
  ])('%s', async (_what, typed, repeated, passwordError, repeatError) => {
    const sent = recordBodies('post', reset);
    const { user } = await open();
    if (typed) {
      await user.click(password());
      await user.paste(typed);
    }
    if (repeated) {
      await user.click(repeat());
      await user.paste(repeated);
    }
    await user.click(submit());
    await waitFor(() => expect(passwordError ? password() : repeat()).toHaveFocus());
    expect(password()).toHaveAccessibleDescription(passwordError);
    expect(repeat()).toHaveAccessibleDescription(repeatError);
    expect(sent).toEqual([]);
  });

  test('sends the password untrimmed and opens the login', async () => {
    const sent = recordBodies('post', reset);
    const { user } = await open();
    await user.type(password(), ' 123456 ');
    await user.type(repeat(), ' 123456 ');
    await user.click(submit());
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(sent).toEqual([{ email: 'sena+test@portal.test', token: 'raw-token', password: ' 123456 ' }]);
    await expectToast(user, 'Your password has been changed. Log in with it now.');
  });

  test('ends the session of this browser before the login', async () => {
    recordBodies('post', reset);
    const { user } = await open('ADMIN');
    await user.type(password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Good to see you' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    await expectToast(user, 'Your password has been changed. Log in with it now.');
  });

  test('shows an expired link with a way to a new one', async () => {
    recordBodies('post', reset, () => failure(400, 'exception.reset-password.token-invalid'));
    const { user } = await open();
    await user.type(password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByText(/^This link has expired or has already been used\./)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Request a new link' }));
    expect(window.location.pathname).toBe('/forgot-password');
  });
});
