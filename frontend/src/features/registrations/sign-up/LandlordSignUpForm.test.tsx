import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { landlordRegistration, publicSettings } from '../../../testing/fixtures';
import { fieldErrors } from '../../../testing/browser/fieldErrors';
import { failure } from '../../../testing/handlers';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';

const path = '/api/v1/users/landlords/registrations';
const field = (label: string) => screen.getByLabelText(label);
const send = () => screen.getByRole('button', { name: 'Sign Up' });
const descriptionIdOf = (label: string) => field(label).getAttribute('aria-describedby');
const terms = () => screen.getByRole('checkbox');

const validValues = {
  Email: 'aylin@portal.test',
  'First name': 'Aylin',
  'Last name': 'Demir',
  'Phone number': '+49 221 123456',
  Street: 'Lindenstraße',
  'House number': '12a',
  'Postal code': '50674',
  City: 'Köln',
};

const created = () => HttpResponse.json({ payload: landlordRegistration() }, { status: 201 });

async function open() {
  const app = await renderApp('/signup-landlord');
  await screen.findByRole('heading', { level: 1, name: 'Rent to students' });
  return app;
}

/**
 * Fills in all fields except those that are `''`. Pastes by default, because each typed key renders
 * the form.
 */
async function fillIn(
  { user }: Awaited<ReturnType<typeof open>>,
  changes: Partial<typeof validValues> = {},
  how: 'paste' | 'keyboard' = 'paste',
) {
  for (const [label, text] of Object.entries({ ...validValues, 'Date of birth': '1980-02-29', ...changes })) {
    if (!text) continue;
    await user.click(field(label));
    await user[how](text);
  }
  await user.click(terms());
}

/** The local date, shifted by days. */
function day(offset: number): string {
  const date = new Date();
  date.setDate(date.getDate() + offset);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

describe('required fields', () => {
  test('show specific errors in order, and nothing is sent', async () => {
    const sent = recordBodies('post', path, created);
    const { user } = await open();
    await user.click(send());
    await waitFor(() =>
      expect(fieldErrors()).toEqual([
        'Email is required',
        'First name is required',
        'Last name is required',
        ...Array.from({ length: 7 }, () => 'This field is required'),
      ]),
    );
    const required = 'Phone number|Date of birth|Street|House number|Postal code|City'.split('|');
    for (const label of required) {
      expect(field(label)).toHaveAccessibleDescription('This field is required');
    }
    expect(terms()).toHaveAccessibleDescription('This field is required');
    expect(field('Email')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  test('include the terms', async () => {
    const sent = recordBodies('post', path, created);
    const app = await open();
    await fillIn(app);
    await app.user.click(terms());
    await app.user.click(send());
    await waitFor(() => expect(terms()).toHaveFocus());
    expect(terms()).toHaveAccessibleDescription('This field is required');
    expect(sent).toEqual([]);
    await app.user.click(terms());
    expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
    await app.user.click(send());
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('reject white space', async () => {
    const sent = recordBodies('post', path, created);
    const app = await open();
    await fillIn(app, { 'First name': '   ' });
    await app.user.click(send());
    expect(await screen.findByText('First name is required')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('clear the error of a field when it is filled in', async () => {
    const { user } = await open();
    await user.click(send());
    await user.type(field('First name'), 'A');
    expect(descriptionIdOf('First name')).toBeNull();
    expect(field('Last name')).toHaveAccessibleDescription('Last name is required');
  });
});

describe('validation', () => {
  test('the gender is Male by default', async () => {
    await open();
    expect(field('Gender')).toHaveValue('MALE');
  });

  test('rejects a date of birth in the future', async () => {
    const sent = recordBodies('post', path, created);
    const app = await open();
    await fillIn(app);
    await app.user.clear(field('Date of birth'));
    await app.user.type(field('Date of birth'), day(1));
    await app.user.click(send());
    expect(await screen.findByText('The date must not be in the future')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('accepts today as date of birth', async () => {
    const sent = recordBodies('post', path, created);
    const app = await open();
    await fillIn(app);
    await app.user.clear(field('Date of birth'));
    await app.user.type(field('Date of birth'), day(0));
    await app.user.click(send());
    await waitFor(() => expect(sent).toMatchObject([{ dateOfBirth: day(0) }]));
  });

  test.each([
    ['Email', 'aylin@', 'This does not look like an email address'],
    ['Postal code', '5067', 'A postal code has five digits'],
    ['Postal code', '506745', 'A postal code has five digits'],
    ['Postal code', '5067a', 'A postal code has five digits'],
  ])('rejects an invalid %s', async (label, typed, text) => {
    const sent = recordBodies('post', path, created);
    const app = await open();
    await fillIn(app, { [label]: typed });
    await app.user.click(send());
    expect(await screen.findByText(text)).toBeVisible();
    expect(field(label)).toHaveFocus();
    expect(sent).toEqual([]);
  });
});

test('a postal code that is pasted with spaces is complete', async () => {
  const sent = recordBodies('post', path, created);
  const app = await open();
  await fillIn(app, { 'Postal code': ' 50674 ' });
  await app.user.click(send());
  await waitFor(() => expect(sent).toMatchObject([{ postalCode: '50674' }]));
});

describe('sending', () => {
  test('sends the values, opens the success page and links home', async () => {
    const sent = recordBodies('post', path, created);
    const app = await open();
    await fillIn(app, { Email: ' aylin@portal.test ' }, 'keyboard');
    await app.user.selectOptions(field('Gender'), 'Female');
    await app.user.click(send());
    expect(await screen.findByRole('heading', { name: 'Thank you for signing up' })).toBeVisible();
    expect(window.location.pathname).toBe('/signup-success');
    expect(sent).toEqual([
      {
        email: 'aylin@portal.test',
        firstName: 'Aylin',
        lastName: 'Demir',
        phoneNumber: '+49 221 123456',
        dateOfBirth: '1980-02-29',
        gender: 'FEMALE',
        street: 'Lindenstraße',
        houseNumber: '12a',
        postalCode: '50674',
        city: 'Köln',
        termsAccepted: true,
        locale: 'en-US',
      },
    ]);
    await app.user.click(screen.getByRole('link', { name: 'Return To Home' }));
    expect(window.location.pathname).toBe('/');
  });

  test('shows an error of the server and keeps the values', async () => {
    recordBodies('post', path, () => failure(409, 'exception.registration.email-exists'));
    const app = await open();
    await fillIn(app);
    await app.user.click(send());
    const text = await screen.findByText(/^There is already an account with this email address/);
    expect(text.closest('[role=alert]')).not.toBeNull();
    expect(field('City')).toHaveValue('Köln');
    expect(send()).toBeEnabled();
  });

  test('shows a field error of the server at the field', async () => {
    recordBodies('post', path, () =>
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
    const app = await open();
    await fillIn(app);
    await app.user.click(send());
    expect(await screen.findByText('This is not valid')).toBeVisible();
    expect(field('Phone number')).toHaveFocus();
    expect(field('Phone number')).toHaveAccessibleDescription('This is not valid');
  });
});

describe('page', () => {
  test('links to terms and privacy page at the checkbox', async () => {
    await open();
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('link', { name: 'terms of use' })).toHaveAttribute(
      'href',
      publicSettings.termsUrl,
    );
    expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
      'href',
      publicSettings.privacyUrl,
    );
  });

  test('has autocomplete attributes', async () => {
    await open();
    const labels = ['Email', 'First name', 'Last name', 'Phone number', 'Date of birth', 'Postal code'];
    expect(labels.map((label) => field(label).getAttribute('autocomplete'))).toEqual([
      'email',
      'given-name',
      'family-name',
      'tel',
      'bday',
      'postal-code',
    ]);
    expect(field('Phone number')).toHaveAttribute('type', 'tel');
  });

  test('has German texts and sends the language', async () => {
    const sent = recordBodies('post', path, created);
    const { user } = await renderApp('/signup-landlord', { language: 'de-DE' });
    expect(await screen.findByRole('heading', { name: 'Vermiete an Studierende' })).toBeVisible();
    const german = ['E-Mail', 'Vorname', 'Nachname', 'Telefonnummer', 'Straße', 'Hausnummer', 'Ort'];
    for (const label of german) await user.type(field(label), 'x@y.de');
    await user.type(field('Postleitzahl'), '50674');
    await user.type(field('Geburtsdatum'), '1980-02-29');
    await user.click(terms());
    await user.click(screen.getByRole('button', { name: 'Registrieren' }));
    await waitFor(() => expect(sent).toMatchObject([{ locale: 'de-DE' }]));
  });
});
