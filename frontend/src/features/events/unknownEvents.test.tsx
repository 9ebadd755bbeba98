import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EventType } from '../../api/generated';
import { event } from '../../testing/adminFixtures';
import { mockList } from '../../testing/mockList';
import { renderApp } from '../../testing/renderApp';

test('a type and reasons that only a newer server knows are shown, and can be acknowledged', async () => {
  mockList('/api/v1/events', () => [
    event({ type: 'LISTING_EXPIRED' as EventType }),
    event({ externalId: 'b', type: 'LISTING_EXPIRED' as EventType, entity: null }),
    event({
      externalId: 'c',
      type: 'LISTING_SUSPICIOUS',
      reasons: ['PRICE_TOO_LOW', 'COPIED_TEXT' as 'PRICE_TOO_LOW'],
    }),
    event({
      externalId: 'd',
      type: 'LISTING_REPORTED',
      report: { reason: 'NOISE' as 'OTHER', text: null },
    }),
  ]);
  await renderApp('/events', { role: 'ADMIN' });
  await screen.findByRole('table', { name: 'Events' });
  const firstRow = within(screen.getAllByRole('row')[1] ?? document.body);
  // The type and the sentence.
  expect(firstRow.getAllByText('Unknown (LISTING_EXPIRED)')).toHaveLength(2);
  expect(firstRow.getByRole('button', { name: /^Acknowledge: Unknown \(LISTING_EXPIRED\), / })).toBeEnabled();
  expect(screen.getByText('Unknown (COPIED_TEXT)')).toBeVisible();
  expect(screen.getByText('Unknown (NOISE)')).toBeVisible();
});
