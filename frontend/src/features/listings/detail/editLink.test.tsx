import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listing } from '../../../testing/fixtures';
import { ownListing, mockListing } from '../../../testing/mockListing';
import { renderApp } from '../../../testing/renderApp';

const open = async (...[address, setting]: Parameters<typeof renderApp>) => {
  await renderApp(address, setting);
  await screen.findByRole('heading', { level: 1, name: listing().title });
};
const editLink = () => screen.queryByRole('link', { name: 'Edit' });

test('a landlord gets the edit link on their own listing', async () => {
  const own = ownListing({ status: 'AVAILABLE' });
  mockListing(own);
  await open(`/listing/${own.externalId}`, { role: 'LANDLORD' });
  expect(editLink()).toHaveAttribute('href', `/manage-listing/${own.externalId}`);
});

test('an administrator gets the edit link on any listing', async () => {
  await open(`/listing/${listing().externalId}`, { role: 'ADMIN' });
  expect(editLink()).toHaveAttribute('href', `/manage-listing/${listing().externalId}`);
});

test.each([undefined, 'STUDENT', 'LANDLORD'] as const)(
  '%s gets no edit link on another landlord’s listing',
  async (role) => {
    await open(`/listing/${listing().externalId}`, role ? { role } : {});
    expect(editLink()).not.toBeInTheDocument();
  },
);
