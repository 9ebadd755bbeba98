import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { UserResponse } from '../../../api/generated';
import { landlord, student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const admin: UserResponse = {
  ...student,
  role: 'ADMIN',
  phoneNumber: '-',
  dateOfBirth: '2000-01-01',
  aboutMe: null,
};
const path = `/api/v1/users/${student.externalId}`;
const field = (label: string) => screen.getByLabelText(label);
const save = () => screen.getByRole('button', { name: 'Save' });
const labels = () =>
  [...screen.getByRole('region', { name: 'Profile' }).querySelectorAll('form label')].map(
    (label) => label.textContent,
  );

async function open(user: UserResponse) {
  const app = await renderApp('/account', { role: user.role });
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: user })));
  await screen.findByRole('heading', { level: 1, name: 'Your profile' });
  return app;
}

describe('form', () => {
  test.each([
    [
      'a student has About me and no address',
      student,
      ['Phone number', 'Gender', 'Date of birth', 'Language of our emails', 'About me'],
    ],
    [
      'a landlord has an address and no About me',
      landlord,
      [
        'Phone number',
        'Gender',
        'Date of birth',
        'Language of our emails',
        'Street',
        'House number',
        'Postal code',
        'City',
      ],
    ],
    ['an administrator has neither phone nor date of birth', admin, ['Gender', 'Language of our emails']],
  ] as [string, UserResponse, string[]][])('%s', async (_what, user, expected) => {
    await open(user);
    expect(labels()).toEqual(['Email', 'First name', 'Last name', ...expected]);
    expect(field('First name')).toHaveValue(user.firstName);
  });

  test('has read-only email and date of birth', async () => {
    const { user } = await open(student);
    await user.type(field('Email'), 'x');
    expect(field('Email')).toHaveValue(student.email);
    expect(field('Email')).toHaveAttribute('readonly');
    expect(field('Date of birth')).toHaveValue('2003-05-17');
    expect(field('Date of birth')).toHaveAttribute('readonly');
  });

  test('has ten rows for About me', async () => {
    await open(student);
    expect(field('About me')).toHaveAttribute('rows', '10');
    expect(field('About me')).toHaveValue(student.aboutMe);
  });
});

describe('validation', () => {
  const inOrder = {
    student: ['First name', 'Last name', 'Phone number', 'About me'],
    landlord: ['First name', 'Last name', 'Phone number', 'Street', 'House number', 'Postal code', 'City'],
  };

  test.each([
    ['student', student],
    ['landlord', landlord],
  ] as const)('focuses the first empty field of a %s and shows Required', async (who, person) => {
    const sent = recordBodies('put', `/api/v1/users/${person.externalId}`);
    const { user } = await open(person);
    const order = inOrder[who];
    for (const label of order) await user.clear(field(label));
    for (const label of order) {
      await user.click(save());
      await waitFor(() => expect(field(label)).toHaveFocus());
      expect(screen.getAllByText('Required')).toHaveLength(1);
      expect(field(label)).toHaveAccessibleDescription(/^Required/);
      await user.type(field(label), '12345');
    }
    expect(sent).toEqual([]);
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});

describe('saving', () => {
  test('sends the editable values, shows a toast, and updates the app', async () => {
    const updated = { ...student, firstName: 'Selin' };
    const { user } = await open(student);
    const sent = recordBodies('put', path, () => {
      server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: updated })));
      return HttpResponse.json({ payload: updated });
    });
    await user.clear(field('First name'));
    await user.type(field('First name'), ' Selin ');
    await user.selectOptions(field('Gender'), 'Other');
    await user.selectOptions(field('Language of our emails'), 'English');
    await user.click(save());
    expect(await screen.findByText('Update successfully')).toBeVisible();
    expect(sent).toEqual([
      {
        firstName: 'Selin',
        lastName: 'Aydın',
        phoneNumber: '+49 151 1234567',
        gender: 'OTHER',
        aboutMe: 'Ich studiere Geoinformatik.',
        locale: 'en-US',
      },
    ]);
    expect(await screen.findByRole('button', { name: 'Account of Selin Aydın' })).toBeVisible();
    await user.type(field('First name'), 'a');
    expect(screen.queryByText('Update successfully')).not.toBeInTheDocument();
  });

  test('sends the address of a landlord as flat fields', async () => {
    const sent = recordBodies('put', `/api/v1/users/${landlord.externalId}`, () =>
      HttpResponse.json({ payload: landlord }),
    );
    const { user } = await open(landlord);
    await user.clear(field('City'));
    await user.type(field('City'), 'Bonn');
    await user.click(save());
    await waitFor(() => expect(sent).toMatchObject([{ ...landlord.address, city: 'Bonn' }]));
    expect(sent[0]).not.toHaveProperty('aboutMe');
  });

  test("accepts the phone number '-' of an administrator", async () => {
    const sent = recordBodies('put', path, () => HttpResponse.json({ payload: admin }));
    const { user } = await open(admin);
    await user.click(save());
    expect(await screen.findByText('Update successfully')).toBeVisible();
    expect(sent).toMatchObject([{ phoneNumber: '-' }]);
  });

  test('shows Update Failed with the error', async () => {
    recordBodies('put', path, () => failure(503, 'exception.server.unavailable'));
    const { user } = await open(student);
    await user.click(save());
    const message = await screen.findByText('Update Failed');
    expect(message.closest('[role=alert]')).toHaveTextContent(/cannot be reached right now/);
    expect(save()).toBeEnabled();
  });

  test('shows a field error of the server at the field', async () => {
    recordBodies('put', path, () =>
      HttpResponse.json(
        {
          error: {
            message: 'exception.request.invalid',
            fields: { phoneNumber: 'validation.invalid' },
            requestId: 'test',
          },
        },
        { status: 400 },
      ),
    );
    const { user } = await open(student);
    await user.click(save());
    expect(await screen.findByText('Update Failed')).toBeVisible();
    expect(field('Phone number')).toHaveAccessibleDescription('This is not valid');
  });
});

test('links to the page for the password', async () => {
  const { user } = await open(student);
  await user.click(screen.getByRole('link', { name: 'Change password' }));
  expect(window.location.pathname).toBe('/change-password');
});

describe('my data', () => {
  const download = () => screen.getByRole('button', { name: 'Download my data' });

  test('is downloaded as a ZIP with the file name of the server', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    server.use(
      http.get('*/api/v1/users/profile/export', () =>
        HttpResponse.arrayBuffer(new ArrayBuffer(4), {
          headers: {
            'content-type': 'application/zip',
            'content-disposition': 'attachment; filename="my-data.zip"',
          },
        }),
      ),
    );
    const { user } = await open(student);
    await user.click(download());
    await waitFor(() => expect(saved).toEqual(['my-data.zip']));
  });

  test('shows a failed download', async () => {
    server.use(http.get('*/api/v1/users/profile/export', () => failure(503, 'exception.server.unavailable')));
    const { user } = await open(student);
    await user.click(download());
    expect(await screen.findByText(/cannot be reached right now/)).toBeVisible();
  });
});

describe('deleting the account', () => {
  const remove = '/api/v1/users/profile/delete';
  const confirm = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Delete permanently' });

  async function openDialog(person: UserResponse) {
    const app = await open(person);
    await app.user.click(screen.getByRole('button', { name: 'Delete account' }));
    return { ...app, dialog: await screen.findByRole('dialog') };
  }

  test.each([
    ['student', student, /application letters/],
    ['landlord', landlord, /listings with all their images/],
  ] as const)('shows what a %s loses', async (_who, person, text) => {
    const { dialog } = await openDialog(person);
    expect(within(dialog).getByText(text)).toBeVisible();
    expect(within(dialog).getByText(/your name, email address, phone number/)).toBeVisible();
  });

  test('requires the password; Cancel keeps the account', async () => {
    const sent = recordBodies('post', remove);
    const { user, dialog } = await openDialog(student);
    await user.click(confirm(dialog));
    expect(await within(dialog).findByText('Password is required')).toBeVisible();
    expect(within(dialog).getByLabelText('Enter your password to confirm')).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([]);
  });

  test('logs out and shows a toast on the home page', async () => {
    const sent = recordBodies('post', remove);
    const { user, dialog } = await openDialog(student);
    await user.type(within(dialog).getByLabelText('Enter your password to confirm'), 'portal-demo{Enter}');
    expect(await screen.findByText('Your account has been deleted.')).toBeVisible();
    expect(sent).toEqual([{ password: 'portal-demo' }]);
    expect(window.location.pathname).toBe('/');
    expect(localStorage.getItem('token')).toBeNull();
    expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss message' }));
    await waitFor(() => expect(screen.queryByText('Your account has been deleted.')).not.toBeInTheDocument());
  });

  test.each([
    [400, 'exception.auth.wrong-password', 'The password is incorrect.'],
    [409, 'exception.user.last-administrator', /^This is the last active administrator/],
  ] as const)('shows the error of a response %i with %s in the dialog', async (status, message, text) => {
    recordBodies('post', remove, () => failure(status, message));
    const { user, dialog } = await openDialog(student);
    await user.type(within(dialog).getByLabelText('Enter your password to confirm'), 'wrong');
    await user.click(confirm(dialog));
    expect(await within(dialog).findByText(text)).toBeVisible();
    expect(localStorage.getItem('token')).not.toBeNull();
    expect(confirm(dialog)).toBeEnabled();
  });
});

test('has German texts', async () => {
  await renderApp('/account', { role: 'STUDENT', language: 'de-DE' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Dein Profil' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Speichern' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Daten herunterladen' })).toBeVisible();
  expect(document.title).toBe('Profil – Fensterplatz');
});
