import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listing } from '../testing/fixtures';
import { ownListing, playListing } from '../testing/playListing';
import { renderApp } from '../testing/renderApp';

const open = async (...[address, setting]: Parameters<typeof renderApp>) => {
  await renderApp(address, setting);
  await screen.findByRole('heading', { level: 1, name: listing().title });
};
const edit = () => screen.queryByRole('link', { name: 'Edit' });

test('the public page of one’s own listing leads to the editor', async () => {
  const own = ownListing({ status: 'AVAILABLE' });
  playListing(own);
  await open(`/listing/${own.externalId}`, { role: 'LANDLORD' });
  expect(edit()).toHaveAttribute('href', `/manage-listing/${own.externalId}`);
});

test('an administrator can edit any listing from its public page', async () => {
  await open(`/listing/${listing().externalId}`, { role: 'ADMIN' });
  expect(edit()).toHaveAttribute('href', `/manage-listing/${listing().externalId}`);
});

test.each([undefined, 'STUDENT', 'LANDLORD'] as const)(
  '%s cannot edit another landlord’s listing',
  async (role) => {
    await open(`/listing/${listing().externalId}`, role ? { role } : {});
    expect(edit()).not.toBeInTheDocument();
  },
);
