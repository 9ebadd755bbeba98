import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { listing } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { ownListing, mockListing } from '../../testing/mockListing';
import { mockList } from '../../testing/mockList';
import { expectToast } from '../../testing/expectToast';
import { recordBodies } from '../../testing/recordBodies';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const id = listing().externalId;
const path = `/api/v1/listings/${id}/takedown`;
const reason = 'The pictures show another flat.\nPlease replace them.';
const notice = () => screen.findByRole('note');

async function openDialog() {
  const app = await renderApp(`/listing/${id}`, { role: 'ADMIN' });
  await app.user.click(await screen.findByRole('button', { name: 'Take down' }));
  return { ...app, shown: within(await screen.findByRole('dialog', { name: 'Take this listing down?' })) };
}

describe('administrator', () => {
  test('takes a listing down, which shows it archived with the reason', async () => {
    let stored = listing();
    server.use(http.get(`*/api/v1/listings/${id}`, () => HttpResponse.json({ payload: stored })));
    const bodies = recordBodies('post', path, () => {
      stored = listing({ status: 'ARCHIVED', takedownReason: reason });
      return HttpResponse.json({ payload: stored });
    });
    const { user, shown } = await openDialog();
    const field = shown.getByLabelText('Reason (emailed to the landlord)');
    await user.click(field);
    await user.paste(` ${reason} `);
    await user.click(shown.getByRole('button', { name: 'Take listing down' }));
    // Before the toast is dismissed, which takes the focus.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await expectToast(user, '“Helles Zimmer mit Blick ins Grüne” has been taken down.');
    expect(bodies).toEqual([{ reason }]);
    expect(await screen.findByText('Archived')).toBeVisible();
    expect(await notice()).toHaveTextContent('The pictures show another flat.');
    expect(await notice()).toHaveTextContent('reinstated as soon as you set a status');
    expect(screen.queryByRole('button', { name: 'Take down' })).not.toBeInTheDocument();
  });

  test('must enter a reason that is not too long', async () => {
    const bodies = recordBodies('post', path);
    const { user, shown } = await openDialog();
    await user.click(shown.getByRole('button', { name: 'Take listing down' }));
    expect(shown.getByRole('textbox')).toHaveAccessibleDescription(/^This field is required/);
    expect(shown.getByRole('textbox')).toHaveFocus();
    await user.paste('a'.repeat(2001));
    await user.click(shown.getByRole('button', { name: 'Take listing down' }));
    expect(shown.getByRole('textbox')).toHaveAccessibleDescription(/^This is too long/);
    expect(bodies).toEqual([]);
  });

  test('gets an error when the listing is taken down already', async () => {
    server.use(http.post(`*${path}`, () => failure(409, 'exception.listing.blocked')));
    const { user, shown } = await openDialog();
    await user.type(shown.getByRole('textbox'), 'Fake.');
    await user.click(shown.getByRole('button', { name: 'Take listing down' }));
    expect(await shown.findByText(/^Our team has taken this listing down/)).toBeVisible();
  });
});

test.each([undefined, 'STUDENT', 'LANDLORD'] as const)('%s cannot take a listing down', async (role) => {
  await renderApp(`/listing/${id}`, role ? { role } : {});
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take down' })).not.toBeInTheDocument();
});

describe('landlord', () => {
  const taken = ownListing({ status: 'ARCHIVED', takedownReason: reason });
  const rejectChange = () =>
    server.use(http.put(`*/api/v1/listings/${id}/status`, () => failure(409, 'exception.listing.blocked')));
  const blockedText = 'Our team has taken this listing down. Only our team can reinstate it.';

  test('sees the reason and help on the card', async () => {
    mockList('/api/v1/listings', () => [taken, ownListing({ externalId: 'other' })]);
    await renderApp('/my-listings', { role: 'LANDLORD' });
    expect(await notice()).toHaveTextContent('Taken down by our team');
    expect(await notice()).toHaveTextContent('Please replace them.');
    expect(within(await notice()).getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/contact',
    );
    expect(screen.getAllByRole('note')).toHaveLength(1);
  });

  test.each(['Available', 'Rented'])('cannot make it %s, and gets the error', async (status) => {
    mockList('/api/v1/listings', () => [taken]);
    rejectChange();
    const { user } = await renderApp('/my-listings', { role: 'LANDLORD' });
    await user.click(await screen.findByRole('button', { name: /^Change Status/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'New status' }), status);
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText(blockedText)).toBeVisible();
  });

  test('sees the reason in the wizard and cannot publish there', async () => {
    mockListing(taken);
    rejectChange();
    const { user } = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
    await user.click(await screen.findByRole('button', { name: 'Publish Listing' }, { timeout: 20_000 }));
    await expectToast(user, blockedText);
    expect(await notice()).toHaveTextContent('The pictures show another flat.');
  });

  test('sees the reason on the page of the listing', async () => {
    mockListing(taken);
    await renderApp(`/listing/${id}`, { role: 'LANDLORD' });
    expect(await notice()).toHaveTextContent('Fix what was objected to');
    await waitFor(() => expect(screen.getByText('Archived')).toBeVisible());
  });
});

test('an administrator sees the reason on the card with other help', async () => {
  mockList('/api/v1/listings', () => [listing({ status: 'ARCHIVED', takedownReason: reason })]);
  await renderApp('/my-listings', { role: 'ADMIN' });
  expect(await notice()).toHaveTextContent('reinstated as soon as you set a status');
  expect(within(await notice()).queryByRole('link')).not.toBeInTheDocument();
});
