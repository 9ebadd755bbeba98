import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../testing/handlers';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';

const path = '/api/v1/auth/change-password';
const labels = ['Current password', 'New password', 'Confirm password'] as const;
const field = (label: (typeof labels)[number]) => screen.getByLabelText(label);
const submit = () => screen.getByRole('button', { name: 'Change Password' });

async function open() {
  const app = await renderApp('/change-password', { role: 'LANDLORD' });
  await screen.findByRole('heading', { level: 1, name: 'Change password' });
  return app;
}

async function fillIn({ user }: Awaited<ReturnType<typeof open>>, ...typed: [string, string, string]) {
  for (const [index, label] of labels.entries()) {
    const text = typed[index];
    if (text) await user.type(field(label), text);
  }
}

test('has three masked fields with autocomplete attributes', async () => {
  await open();
  expect(labels.map((label) => field(label).getAttribute('type'))).toEqual([
    'password',
    'password',
    'password',
  ]);
  expect(labels.map((label) => field(label).getAttribute('name'))).toEqual([
    'currentPassword',
    'newPassword',
    'confirmPassword',
  ]);
  expect(labels.map((label) => field(label).getAttribute('autocomplete'))).toEqual([
    'current-password',
    'new-password',
    'new-password',
  ]);
});

test('shows and hides each field separately', async () => {
  const { user } = await open();
  const types = () => labels.map((label) => field(label).getAttribute('type'));
  for (const [index] of labels.entries()) {
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[index] ?? document.body);
    expect(types()).toEqual(labels.map((_label, at) => (at === index ? 'text' : 'password')));
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(types()).toEqual(['password', 'password', 'password']);
  }
});

describe('errors', () => {
  test('show for empty fields, and nothing is sent', async () => {
    const sent = recordBodies('put', path);
    const { user } = await open();
    await user.click(submit());
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(3));
    expect(field('Current password')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('show for a different confirmation', async () => {
    const sent = recordBodies('put', path);
    const app = await open();
    await fillIn(app, 'portal-demo', 'new-password', 'new-passwort');
    await app.user.click(submit());
    expect(await screen.findByText('Passwords do not match')).toBeVisible();
    expect(field('Confirm password')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('show for a new password with fewer than eight characters', async () => {
    const sent = recordBodies('put', path);
    const app = await open();
    await fillIn(app, 'portal-demo', '1234567', '1234567');
    await app.user.click(submit());
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('show a translated error of the server', async () => {
    recordBodies('put', path, () => failure(400, 'exception.change-password.wrong-password'));
    const app = await open();
    await fillIn(app, 'wrong', 'new-password', 'new-password');
    await app.user.click(submit());
    const message = await screen.findByText('Your current password is incorrect.');
    expect(message.closest('[role=alert]')).not.toBeNull();
    expect(field('New password')).toHaveValue('new-password');
    await app.user.type(field('Current password'), 'x');
    expect(screen.queryByText('Your current password is incorrect.')).not.toBeInTheDocument();
  });
});

test('sends both passwords untrimmed, shows a toast and clears the fields', async () => {
  const sent = recordBodies('put', path);
  const app = await open();
  await fillIn(app, ' portal demo ', ' 123456 ', ' 123456 ');
  await app.user.click(submit());
  expect(await screen.findByText('Password changed successfully')).toBeVisible();
  expect(sent).toEqual([{ oldPassword: ' portal demo ', newPassword: ' 123456 ' }]);
  expect(labels.map((label) => (field(label) as HTMLInputElement).value)).toEqual(['', '', '']);
  expect(localStorage.getItem('token')).toBe('token-of-LANDLORD');
});
