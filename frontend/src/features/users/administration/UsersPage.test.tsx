import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Role, UserResponse, UserStatus } from '../../../api/generated';
import { student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { expectToast } from '../../../testing/expectToast';
import { recordRequests } from '../../../testing/recordRequests';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/users';
const table = () => screen.findByRole('table', { name: 'Users' });
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const rows = () => screen.getAllByRole('row').slice(1);
const firstRow = () => within(rows()[0] ?? document.body);
const group = (name: string) => within(screen.getByRole('group', { name }));

/** Another user than the logged-in one. */
const otherUser = (changes: Partial<UserResponse> = {}): UserResponse => ({
  ...student,
  externalId: 'user-0',
  firstName: 'Mira',
  lastName: 'Vogel',
  email: 'mira@portal.test',
  ...changes,
});

async function openUsers(users: readonly UserResponse[]) {
  const queries = mockList(path, () => users);
  const app = await renderApp('/users', { role: 'ADMIN' });
  await table();
  return { ...app, queries };
}

describe('table', () => {
  test('shows user, role, status, last modified and actions', async () => {
    const { queries } = await openUsers([otherUser({ role: 'LANDLORD' })]);
    expect(headers()).toEqual(['User', 'Role', 'Status', 'Last Modified', 'Actions']);
    expect(firstRow().getByText('mira@portal.test')).toBeVisible();
    expect(firstRow().getByText('Landlord')).toBeVisible();
    expect(firstRow().getByText('Nov 3, 2026')).toBeVisible();
    expect(queries).toEqual(['page=0&sortDirection=DESC&sortField=lastModified']);
    expect(screen.getByText('1 user')).toBeVisible();
  });

  test.each([
    ['ACTIVE', 'Active', 'green'],
    ['INACTIVE', 'Inactive', 'red'],
    ['NEW', 'New', 'blue'],
    ['REGISTRATION_PENDING', 'Registration pending', 'yellow'],
  ] as [UserStatus, string, string][])('%s has the badge %s in %s', async (status, word, tone) => {
    await openUsers([otherUser({ status })]);
    expect(firstRow().getByText(word)).toHaveAttribute('data-tone', tone);
  });

  test.each([
    ['INACTIVE', ['Activate', 'Delete']],
    ['REGISTRATION_PENDING', ['Resend activation', 'Delete']],
    ['ACTIVE', ['Deactivate', 'Delete']],
    ['NEW', ['Delete']],
  ] as [UserStatus, string[]][])('status %s has the actions %s', async (status, buttons) => {
    await openUsers([otherUser({ status })]);
    const actions = firstRow().getAllByRole('cell').at(-1) ?? document.body;
    expect(
      within(actions)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(buttons);
  });

  test('has no actions for the logged-in user', async () => {
    await openUsers([{ ...student, role: 'ADMIN' }]);
    const actions = firstRow().getAllByRole('cell').at(-1) ?? document.body;
    expect(actions).toHaveTextContent('Your own account');
    expect(within(actions).queryByRole('button')).not.toBeInTheDocument();
  });

  test('a user opens a dialog with details', async () => {
    const { user } = await openUsers([otherUser()]);
    await user.click(screen.getByRole('button', { name: 'Mira Vogel mira@portal.test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mira Vogel' }));
    expect(dialog.getByRole('link', { name: '+49 151 1234567' })).toBeVisible();
  });
});

describe('filters', () => {
  test('are keyword, roles and statuses without NEW', async () => {
    const { user, queries } = await openUsers([otherUser()]);
    const choices = (name: string) =>
      group(name)
        .getAllByRole('checkbox')
        .map((box) => box.closest('label')?.textContent);
    expect(choices('Role')).toEqual(['Students', 'Landlords', 'Administrators']);
    expect(choices('Status')).toEqual(['Active', 'Inactive', 'Registration pending']);
    await user.click(group('Role').getByRole('checkbox', { name: 'Landlords' }));
    await user.click(group('Role').getByRole('checkbox', { name: 'Administrators' }));
    await user.click(group('Status').getByRole('checkbox', { name: 'Active' }));
    await user.click(group('Status').getByRole('checkbox', { name: 'Inactive' }));
    await user.type(screen.getByRole('searchbox'), 'mira');
    await waitFor(() =>
      expect(queries.at(-1)).toBe(
        'keyword=mira&page=0&role=LANDLORD&role=ADMIN&sortDirection=DESC&sortField=lastModified&status=ACTIVE&status=INACTIVE',
      ),
    );
    expect(window.location.search).toBe(
      '?keyword=mira&role=LANDLORD&role=ADMIN&status=ACTIVE&status=INACTIVE',
    );
  });

  test('offer seven sort fields', async () => {
    const { user, queries } = await openUsers([otherUser()]);
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    const options = within(sort).getAllByRole('option');
    expect(options.map((option) => option.getAttribute('value'))).toEqual([
      'lastModified',
      'dateCreated',
      'firstName',
      'lastName',
      'email',
      'role',
      'status',
    ]);
    await user.selectOptions(sort, 'Role');
    await waitFor(() => expect(queries.at(-1)).toBe('page=0&sortDirection=DESC&sortField=role'));
  });

  test('have pages of ten users', async () => {
    const { user } = await openUsers(
      Array.from({ length: 11 }, (_, index) => otherUser({ externalId: `user-${index}` })),
    );
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

/** Mocks one other user that changes with the requests. */
async function openOne(one: UserResponse) {
  let users = [one];
  const done: string[] = [];
  server.use(
    http.put(`*${path}/:id/status`, ({ request, params }) => {
      const active = new URL(request.url).searchParams.get('active');
      done.push(`${String(params['id'])} active=${active}`);
      users = [{ ...one, status: active === 'true' ? 'ACTIVE' : 'INACTIVE' }];
      return HttpResponse.json({ payload: users[0] });
    }),
    http.delete(`*${path}/:id`, ({ params }) => {
      done.push(`delete ${String(params['id'])}`);
      users = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  mockList(path, () => users);
  const app = await renderApp('/users', { role: 'ADMIN' });
  await table();
  return { ...app, done };
}

describe('activation and deactivation', () => {
  const askToDeactivate = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Deactivate Mira Vogel' }));
    return within(await screen.findByRole('dialog', { name: 'Deactivate Mira Vogel?' }));
  };

  test('Deactivate is confirmed first; Cancel changes nothing', async () => {
    const { user, done } = await openOne(otherUser());
    const dialog = await askToDeactivate(user);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(done).toEqual([]);
  });

  test.each([
    ['STUDENT', /^Mira Vogel is logged out everywhere and cannot log in .* We let them know by email\.$/],
    ['LANDLORD', /the listings cannot be found/],
  ] as [Role, RegExp][])('Deactivate explains the effect for a %s', async (role, words) => {
    const { user } = await openOne(otherUser({ role }));
    expect((await askToDeactivate(user)).getByText(words)).toBeVisible();
  });

  test('Deactivate changes the status and shows Activate', async () => {
    const { user, done } = await openOne(otherUser());
    const dialog = await askToDeactivate(user);
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByRole('button', { name: 'Activate Mira Vogel' })).toBeVisible();
    expect(firstRow().getByText('Inactive')).toBeVisible();
    expect(done).toEqual(['user-0 active=false']);
    await expectToast(user, 'Mira Vogel is deactivated and logged out everywhere.');
  });

  test('Activate changes the status', async () => {
    const { user, done } = await openOne(otherUser({ status: 'INACTIVE' }));
    await user.click(screen.getByRole('button', { name: 'Activate Mira Vogel' }));
    expect(await screen.findByRole('button', { name: 'Deactivate Mira Vogel' })).toBeVisible();
    expect(done).toEqual(['user-0 active=true']);
    await expectToast(user, 'Mira Vogel can log in again and will be told by email.');
  });

  test('shows an error of Deactivate at the row', async () => {
    mockList(path, () => [otherUser()]);
    server.use(http.put(`*${path}/:id/status`, () => failure(409, 'exception.user.last-administrator')));
    const { user, i18n } = await renderApp('/users', { role: 'ADMIN' });
    const dialog = await askToDeactivate(user);
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Mira Vogel was not deactivated');
    expect(alert).toHaveTextContent(i18n.t('exception.user.last-administrator', { ns: 'errors' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('shows an error of Activate in the language of the page', async () => {
    mockList(path, () => [otherUser({ status: 'INACTIVE' })]);
    server.use(http.put(`*${path}/:id/status`, () => failure(409, 'exception.user.not-activated')));
    const { user, i18n } = await renderApp('/users', { role: 'ADMIN', language: 'de-DE' });
    await user.click(await screen.findByRole('button', { name: 'Mira Vogel aktivieren' }));
    const message = i18n.t('exception.user.not-activated', { ns: 'errors' });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(message);
    await user.click(within(alert).getByRole('button'));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});

describe('deleting', () => {
  const ask = () => screen.findByRole('button', { name: 'Delete Mira Vogel' });
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Delete Mira Vogel?' }));

  test('is confirmed first; Cancel deletes nothing', async () => {
    const { user, done } = await openOne(otherUser());
    await user.click(await ask());
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(done).toEqual([]);
    expect(rows()).toHaveLength(1);
  });

  test.each([
    ['STUDENT', /letters and files .* open applications withdrawn/],
    ['LANDLORD', /listings disappear with all images, and open applications for them are rejected/],
    ['ADMIN', /Their decisions remain/],
  ] as [Role, RegExp][])('explains what is deleted with a %s', async (role, words) => {
    const { user } = await openOne(otherUser({ role }));
    await user.click(await ask());
    expect((await dialog()).getByText(words)).toBeVisible();
  });

  test('removes the row, and focuses the heading', async () => {
    const { user, done } = await openOne(otherUser());
    await user.click(await ask());
    await user.click((await dialog()).getByRole('button', { name: 'Delete user' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await expectToast(user, 'Mira Vogel’s account has been deleted.');
    expect(done).toEqual(['delete user-0']);
    expect(screen.queryByText('mira@portal.test')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('shows an error of the server in the dialog', async () => {
    mockList(path, () => [otherUser({ role: 'ADMIN' })]);
    server.use(http.delete(`*${path}/:id`, () => failure(409, 'exception.user.last-administrator')));
    const { user, i18n } = await renderApp('/users', { role: 'ADMIN' });
    await user.click(await ask());
    await user.click((await dialog()).getByRole('button', { name: 'Delete user' }));
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(
      i18n.t('exception.user.last-administrator', { ns: 'errors' }),
    );
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(rows()).toHaveLength(1);
  });
});

describe('Create Administrator', () => {
  async function openForm() {
    const app = await openUsers([otherUser()]);
    await app.user.click(screen.getByRole('button', { name: 'Create Administrator' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Administrator' }));
    return { ...app, dialog };
  }
  type Form = Awaited<ReturnType<typeof openForm>>;

  async function fill({ user, dialog }: Form, texts: Record<string, string> = {}) {
    const entered = { Email: 'new@portal.test', 'First name': 'Noor', 'Last name': 'Haddad', ...texts };
    for (const [label, text] of Object.entries(entered)) {
      await user.clear(dialog.getByRole('textbox', { name: label }));
      if (text) await user.type(dialog.getByRole('textbox', { name: label }), text);
    }
  }
  const create = ({ user, dialog }: Form) => user.click(dialog.getByRole('button', { name: 'Create' }));

  test('opens a dialog with email, first name, last name and gender', async () => {
    const { dialog } = await openForm();
    expect(dialog.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toEqual([
      'email',
      'firstName',
      'lastName',
    ]);
    const gender = dialog.getByRole('combobox', { name: 'Gender' });
    expect(gender).toHaveValue('');
    expect(within(gender).getAllByRole('option')).toHaveLength(4);
  });

  test('sends the values, with two default ones', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`*${path}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ payload: otherUser() }, { status: 201 });
      }),
    );
    const form = await openForm();
    await fill(form, { Email: ' new@portal.test ', 'First name': ' Noor ' });
    await form.user.selectOptions(form.dialog.getByRole('combobox', { name: 'Gender' }), 'Other');
    await create(form);
    await expectToast(form.user, 'An invitation is on its way to new@portal.test.');
    expect(sent).toEqual([
      {
        email: 'new@portal.test',
        firstName: 'Noor',
        lastName: 'Haddad',
        gender: 'OTHER',
        phoneNumber: '-',
        dateOfBirth: '2000-01-01',
        locale: 'en-US',
      },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(form.queries).toHaveLength(2));
  });

  test.each(['', 'new', 'new@', '@portal.test', 'new@portal', 'new @portal.test'])(
    "rejects the email '%s'",
    async (email) => {
      const sent = recordRequests('post', path);
      const form = await openForm();
      await fill(form, { Email: email });
      await form.user.selectOptions(form.dialog.getByRole('combobox', { name: 'Gender' }), 'Female');
      await create(form);
      expect(await form.dialog.findByText('Email is required')).toBeVisible();
      expect(form.dialog.getByRole('textbox', { name: 'Email' })).toHaveFocus();
      expect(sent).toEqual([]);
    },
  );

  test('rejects blank names and a missing gender at their fields', async () => {
    const sent = recordRequests('post', path);
    const form = await openForm();
    await fill(form, { 'First name': '   ', 'Last name': ' ' });
    await create(form);
    expect(await form.dialog.findByText('First name is required')).toBeVisible();
    expect(form.dialog.getByText('Last name is required')).toBeVisible();
    expect(form.dialog.getByText('This field is required')).toBeVisible();
    expect(form.dialog.getByRole('combobox', { name: 'Gender' })).toHaveAccessibleDescription(
      'This field is required',
    );
    expect(form.dialog.queryByText('Email is required')).not.toBeInTheDocument();
    await form.user.type(form.dialog.getByRole('textbox', { name: 'First name' }), 'N');
    expect(form.dialog.queryByText('First name is required')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  test('shows that an email is in use and keeps the form', async () => {
    server.use(http.post(`*${path}`, () => failure(409, 'exception.registration.email-exists')));
    const form = await openForm();
    await fill(form);
    await form.user.selectOptions(form.dialog.getByRole('combobox', { name: 'Gender' }), 'Male');
    await create(form);
    expect(
      await form.dialog.findByText(/^There is already an account with this email address/),
    ).toBeVisible();
    expect(form.dialog.getByText(/Please enter another address\.$/)).toBeVisible();
    expect(form.dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Noor');
  });
});

test('all texts change with the language', async () => {
  const { i18n } = await openUsers([otherUser()]);
  await i18n.changeLanguage('de-DE');
  expect(await screen.findByRole('heading', { level: 1, name: 'Personen' })).toBeVisible();
  expect(headers()).toEqual(['Person', 'Rolle', 'Status', 'Zuletzt geändert', 'Aktionen']);
  expect(screen.getByRole('button', { name: 'Mira Vogel löschen' })).toHaveTextContent('Löschen');
  expect(screen.getByRole('button', { name: 'Administrator:in hinzufügen' })).toBeVisible();
});
