import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { failure } from '../testing/handlers';
import { readToast } from '../testing/readToast';
import { recordBodies } from '../testing/recordBodies';
import { renderApp } from '../testing/renderApp';

const forgot = '/api/v1/auth/forgot-password';
const reset = '/api/v1/auth/reset-password';
const link = '/reset-password?token=raw-token&email=sena%2Btest%40portal.test';

describe('asking for a link', () => {
  const submit = () => screen.getByRole('button', { name: 'Send Link' });

  test('P220: the e-mail is required', async () => {
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

  test('P221: success says that an e-mail with instructions has been sent', async () => {
    const sent = recordBodies('post', forgot);
    const { user } = await renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), ' sena@portal.test ');
    await user.click(submit());
    expect(await screen.findByText(/^An e-mail with instructions has been sent/)).toBeVisible();
    expect(window.location.pathname).toBe('/forgot-password-success');
    expect(sent).toEqual([{ email: 'sena@portal.test' }]);
  });

  test('an address that is none is said at the field', async () => {
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

  test('P233: a failure is shown translated', async () => {
    recordBodies('post', forgot, () => failure(429, 'exception.request.too-many'));
    const { user } = await renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'sena@portal.test');
    await user.click(submit());
    expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeVisible();
  });
});

describe('setting another password', () => {
  const submit = () => screen.getByRole('button', { name: 'Save Password' });
  const password = () => screen.getByLabelText('Password');
  const repeat = () => screen.getByLabelText('Repeat password');

  async function open(role?: 'ADMIN') {
    const app = await renderApp(link, role ? { role } : {});
    await screen.findByRole('heading', { level: 1, name: 'Set a new password' });
    return app;
  }

  test('P224: without a token it says Invalid token, and links the log-in', async () => {
    await renderApp('/reset-password?email=sena%40portal.test');
    expect(await screen.findByRole('heading', { name: 'Invalid token' })).toBeVisible();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' })).toHaveAttribute(
      'href',
      '/login',
    );
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  test('P225: the e-mail of the link is there and cannot be changed', async () => {
    const { user } = await open();
    expect(screen.getByLabelText('Email')).toHaveValue('sena+test@portal.test');
    await user.type(screen.getByLabelText('Email'), 'x');
    expect(screen.getByLabelText('Email')).toHaveValue('sena+test@portal.test');
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'new-password');
  });

  test.each([
    ['P226 P227: nothing', '', '', 'Password is required', 'Repeat password is required'],
    ['P226: seven characters', '1234567', '1234567', 'Password must be at least 8 characters', ''],
    [
      'P226: seven characters of which one is an emoji',
      '🏠123456',
      '🏠123456',
      'Password must be at least 8 characters',
      '',
    ],
    ['P227: no repetition', '12345678', '', '', 'Repeat password is required'],
    ['P227: another repetition', '12345678', '12345679', '', 'Passwords do not match'],
    ['129 characters', 'x'.repeat(129), 'x'.repeat(129), 'Password must be at most 128 characters', ''],
  ])('%s', async (_what, typed, repeated, saidOfPassword, saidOfRepeat) => {
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
    await waitFor(() => expect(saidOfPassword ? password() : repeat()).toHaveFocus());
    expect(password()).toHaveAccessibleDescription(saidOfPassword);
    expect(repeat()).toHaveAccessibleDescription(saidOfRepeat);
    expect(sent).toEqual([]);
  });

  test('P228: eight characters are sent untouched, and then one logs in', async () => {
    const sent = recordBodies('post', reset);
    const { user } = await open();
    await user.type(password(), ' 123456 ');
    await user.type(repeat(), ' 123456 ');
    await user.click(submit());
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(sent).toEqual([{ email: 'sena+test@portal.test', token: 'raw-token', password: ' 123456 ' }]);
    await readToast(user, 'Your password has been changed. Log in with it now.');
  });

  test('whoever was logged in here is not any more, so that the log-in can follow', async () => {
    recordBodies('post', reset);
    const { user } = await open('ADMIN');
    await user.type(password(), '12345678');
    await user.type(repeat(), '12345678');
    await user.click(submit());
    expect(await screen.findByRole('heading', { name: 'Good to see you' })).toBeVisible();
    expect(localStorage.getItem('token')).toBeNull();
    await readToast(user, 'Your password has been changed. Log in with it now.');
  });

  test('P233: a dead link is said so, and leads to a new one', async () => {
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
