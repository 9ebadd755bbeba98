import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { event, eventListing } from '../../testing/adminFixtures';
import { mockList } from '../../testing/mockList';
import { renderApp } from '../../testing/renderApp';
import { displayName } from '../../ui/user/displayName';

const { title, landlord } = eventListing;

test.each(['LISTING_REPORTED', 'LISTING_SUSPICIOUS', 'LISTING_RENTED', 'APPLICATION_APPROVED'] as const)(
  'an event %s of a deleted listing names it and its landlord, without a link, and can be acknowledged',
  async (type) => {
    mockList('/api/v1/events', () => [event({ type, entity: null, deletedListing: { title, landlord } })]);
    await renderApp('/events', { role: 'ADMIN' });
    const table = within(await screen.findByRole('table', { name: 'Events' }));
    const sentence = table.getByText(/The listing has since been deleted\.$/);
    expect(sentence).toHaveTextContent(title);
    expect(sentence).toHaveTextContent(displayName(landlord));
    expect(table.queryByRole('link')).not.toBeInTheDocument();
    const cell = within(sentence.closest('tr') ?? document.body);
    expect(cell.getAllByRole('button')).toEqual([
      cell.getByRole('button', { name: new RegExp(`^Acknowledge: .*, ${title}$`) }),
    ]);
  },
);
