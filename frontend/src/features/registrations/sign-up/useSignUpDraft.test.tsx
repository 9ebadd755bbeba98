import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { landlordRegistration, student } from '../../../testing/fixtures';
import { imageFile } from '../../../testing/imageFile';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const field = (label: string) => screen.getByLabelText(label);
const change = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const textsIn = (storage: Storage) =>
  Object.keys(storage)
    .map((key) => storage.getItem(key))
    .join();
const stored = () => textsIn(sessionStorage);

const student1 = {
  Email: 'sena@portal.test',
  'First name': 'Sena',
  'Last name': 'Aydın',
  'Phone number': '+49 221 1',
  'Date of birth': '2003-05-17',
};
const landlord1 = {
  ...student1,
  Street: 'Kanalweg',
  'House number': '3a',
  'Postal code': '76131',
  City: 'Karlsruhe',
};

async function open(who: 'student' | 'landlord') {
  const app = await renderApp(`/signup-${who}`);
  await screen.findByLabelText('Email');
  return app;
}

async function fillIn(who: 'student' | 'landlord') {
  const app = await open(who);
  for (const [label, value] of Object.entries(who === 'student' ? student1 : landlord1)) change(label, value);
  await app.user.selectOptions(field('Gender'), 'FEMALE');
  await app.user.click(screen.getByRole('checkbox'));
  return app;
}

describe('what was typed into a registration', () => {
  test.each(['student', 'landlord'] as const)(
    'of a %s survives a reload, without the consent',
    async (who) => {
      const { unmount } = await fillIn(who);
      unmount();
      await open(who);
      for (const [label, value] of Object.entries(who === 'student' ? student1 : landlord1)) {
        expect(field(label)).toHaveValue(value);
      }
      expect(field('Gender')).toHaveValue('FEMALE');
      expect(screen.getByRole('checkbox')).not.toBeChecked();
      expect(stored()).not.toContain('termsAccepted');
      expect(textsIn(localStorage)).not.toContain('sena@portal.test');
    },
  );

  test('is kept without the proof of study, and not for the other role', async () => {
    const { user, unmount } = await fillIn('student');
    change('About me', 'Ich studiere');
    await user.upload(field('Proof of study'), imageFile('proof.jpg'));
    expect(await screen.findByText(/proof\.jpg/)).toBeVisible();
    change('About me', 'Ich studiere Jura.');
    expect(stored()).toContain('Ich studiere Jura.');
    expect(stored()).not.toContain('proof');
    unmount();
    await open('landlord');
    expect(field('Email')).toHaveValue('');
  });

  test('is deleted when the visitor leaves the page', async () => {
    const { user } = await fillIn('student');
    expect(stored()).toContain('Sena');
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: /landlord/i }));
    await waitFor(() => expect(window.location.pathname).toBe('/signup-landlord'));
    expect(stored()).not.toContain('Sena');
  });

  test('is deleted when it was sent', async () => {
    const sent = recordBodies('post', '/api/v1/users/landlords/registrations', () =>
      HttpResponse.json({ payload: landlordRegistration() }, { status: 201 }),
    );
    const { user } = await fillIn('landlord');
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    await waitFor(() => expect(window.location.pathname).toBe('/signup-success'));
    expect(sent).toHaveLength(1);
    expect(stored()).not.toContain('Sena');
  });

  test('is deleted by a login, unsent letters are not', async () => {
    const { unmount } = await fillIn('student');
    unmount();
    sessionStorage.setItem('draft/1/letter/1', 'Hello');
    const { user } = await renderApp('/login');
    server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: student })));
    await user.type(await screen.findByLabelText('Email'), 'student@portal.test');
    await user.type(screen.getByLabelText('Password'), 'portal-demo');
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(localStorage.getItem('token')).not.toBeNull());
    await waitFor(() => expect(stored()).toBe('Hello'));
  });
});
