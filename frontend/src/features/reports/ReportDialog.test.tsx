import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ErrorMessage, Role } from '../../api/generated';
import { listing, student } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { mockListing } from '../../testing/mockListing';
import { recordBodies } from '../../testing/recordBodies';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const address = `/listing/${listing().externalId}`;
const path = `/api/v1/listings/${listing().externalId}/reports`;
const reportButton = () => screen.queryByRole('button', { name: 'Report this listing' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Report this listing' }));

async function openReport(setting: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(address, setting);
  await app.user.click(await screen.findByRole('button', { name: 'Report this listing' }));
  return { ...app, shown: await dialog() };
}

async function fillIn(user: UserEvent, shown: Awaited<ReturnType<typeof dialog>>) {
  await user.click(shown.getByRole('radio', { name: /^Fraud/ }));
  await user.type(shown.getByLabelText('What did you notice?'), ' Money before a viewing. ');
}

describe('Report this listing', () => {
  test.each([undefined, 'STUDENT', 'LANDLORD'] as (Role | undefined)[])('is offered to %s', async (role) => {
    await renderApp(address, role ? { role } : {});
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    await waitFor(() => expect(reportButton()).toBeVisible());
  });

  test('is not offered to its landlord', async () => {
    mockListing(
      listing({ landlord: { externalId: student.externalId, firstName: 'Sena', lastName: 'Aydın' } }),
    );
    await renderApp(address, { role: 'LANDLORD' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(reportButton()).not.toBeInTheDocument();
  });

  test('is not offered to an administrator', async () => {
    await renderApp(address, { role: 'ADMIN' });
    expect(await screen.findByRole('button', { name: 'Take down' })).toBeVisible();
    expect(reportButton()).not.toBeInTheDocument();
  });
});

describe('dialog', () => {
  test('explains reports and offers four reasons, none of them chosen', async () => {
    const { shown } = await openReport();
    expect(
      shown.getByText(/We check every report\. The landlord will not be told who sent it\./),
    ).toBeVisible();
    const reasons = shown.getAllByRole('radio');
    expect(reasons.map((radio) => radio.getAttribute('value'))).toEqual([
      'FRAUD',
      'DISCRIMINATION',
      'WRONG_DATA',
      'OTHER',
    ]);
    for (const radio of reasons) expect(radio).not.toBeChecked();
  });

  test('requires a reason, a text and a valid email address', async () => {
    const bodies = recordBodies('post', path);
    const { user, shown } = await openReport();
    await user.type(shown.getByLabelText('Email (optional)'), 'not-an-address');
    await user.click(shown.getByRole('button', { name: 'Send report' }));
    expect(shown.getByRole('radiogroup')).toHaveAccessibleDescription('This field is required');
    expect(shown.getByLabelText('What did you notice?')).toHaveAccessibleDescription(
      /^This field is required/,
    );
    expect(shown.getByLabelText('Email (optional)')).toHaveAccessibleDescription('This is not valid');
    expect(shown.getByRole('radio', { name: /^Fraud/ })).toHaveFocus();
    expect(bodies).toEqual([]);
  });

  test('does not accept an email address with two @', async () => {
    const bodies = recordBodies('post', path);
    const { user, shown } = await openReport();
    await user.type(shown.getByLabelText('Email (optional)'), 'me@home@portal.test');
    await user.click(shown.getByRole('button', { name: 'Send report' }));
    expect(shown.getByLabelText('Email (optional)')).toHaveAccessibleDescription('This is not valid');
    expect(bodies).toEqual([]);
  });

  test('counts the characters and rejects too many', async () => {
    const bodies = recordBodies('post', path);
    const { user, shown } = await openReport();
    await user.click(shown.getByRole('radio', { name: /^Something else/ }));
    await user.click(shown.getByLabelText('What did you notice?'));
    await user.paste('a'.repeat(2001));
    expect(shown.getByText('2,001 of 2,000 characters')).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Send report' }));
    expect(shown.getByText('This is too long')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  test.each([
    ['en-US', 'Thank you for your report'],
    ['de-DE', 'Danke für deine Meldung'],
  ] as const)(
    'sends the report with the language of the page (%s) and shows a confirmation',
    async (language, thanks) => {
      const bodies = recordBodies('post', path);
      const { user } = await renderApp(address, { language });
      await user.click(await screen.findByRole('button', { name: /^(Report this listing|Inserat melden)$/ }));
      const shown = within(await screen.findByRole('dialog'));
      await user.click(shown.getAllByRole('radio')[2] ?? document.body);
      await user.type(shown.getAllByRole('textbox')[0] ?? document.body, ' Zu klein. ');
      await user.click(shown.getByRole('button', { name: /^(Send report|Meldung senden)$/ }));
      expect(await screen.findByRole('dialog', { name: thanks })).toBeVisible();
      expect(bodies).toEqual([{ reason: 'WRONG_DATA', text: 'Zu klein.', locale: language }]);
      expect(screen.queryByText(/receipt|Bestätigung/)).not.toBeInTheDocument();
    },
  );

  test('shows the address of the receipt', async () => {
    const bodies = recordBodies('post', path);
    const { user, shown } = await openReport();
    await fillIn(user, shown);
    await user.type(shown.getByLabelText('Email (optional)'), ' me@portal.test ');
    await user.click(shown.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('A confirmation is on its way to me@portal.test.')).toBeVisible();
    expect(bodies).toEqual([
      { reason: 'FRAUD', text: 'Money before a viewing.', locale: 'en-US', email: 'me@portal.test' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(reportButton()).toHaveFocus();
  });

  test.each([
    [429, 'exception.request.too-many', 'Too many requests. Please wait a moment.'],
    [404, 'exception.listing.not-found', 'This listing does not exist or no longer exists.'],
  ] as [number, ErrorMessage, string][])(
    'keeps the values after an error (%i)',
    async (status, message, text) => {
      server.use(http.post(`*${path}`, () => failure(status, message)));
      const { user, shown } = await openReport();
      await fillIn(user, shown);
      await user.click(shown.getByRole('button', { name: 'Send report' }));
      expect(await shown.findByText(text)).toBeVisible();
      expect(shown.getByLabelText('What did you notice?')).toHaveValue(' Money before a viewing. ');
    },
  );

  test('shows a field error of the server at the field', async () => {
    server.use(
      http.post(`*${path}`, () =>
        Response.json(
          {
            error: {
              message: 'exception.request.invalid',
              fields: { email: 'validation.invalid' },
              requestId: 'test',
            },
          },
          { status: 400 },
        ),
      ),
    );
    const { user, shown } = await openReport();
    await fillIn(user, shown);
    await user.type(shown.getByLabelText('Email (optional)'), 'me@portal.test');
    await user.click(shown.getByRole('button', { name: 'Send report' }));
    expect(await shown.findByText('This is not valid')).toBeVisible();
    expect(shown.getByLabelText('Email (optional)')).toHaveFocus();
  });

  test('works with an expired session', async () => {
    const tokens: (string | null)[] = [];
    server.use(
      http.post(`*${path}`, ({ request }) => {
        tokens.push(request.headers.get('authorization'));
        return request.headers.has('authorization')
          ? failure(403, 'exception.auth.unauthenticated')
          : new Response(null, { status: 204 });
      }),
    );
    const { user, shown } = await openReport({ role: 'STUDENT' });
    await fillIn(user, shown);
    await user.click(shown.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByRole('dialog', { name: 'Thank you for your report' })).toBeVisible();
    expect(tokens).toEqual(['Bearer token-of-STUDENT', null]);
  });
});
