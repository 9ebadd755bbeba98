import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ApplicationResponse } from '../../../api/generated';
import { application } from '../../../testing/fixtures';
import { mockList } from '../../../testing/mockList';
import { renderApp } from '../../../testing/renderApp';

async function openOne(changes: Partial<ApplicationResponse>) {
  mockList('/api/v1/applications', () => [application(changes)]);
  await renderApp('/my-applications', { role: 'STUDENT' });
  const [card = document.body] = await screen.findAllByRole('article');
  return { card: within(card) };
}

describe('a rejection', () => {
  const rejected = { administratorApprovalStatus: 'APPROVED', status: 'REJECTED' } as const;

  test('shows reason and note of the landlord', async () => {
    const { card } = await openOne({
      ...rejected,
      rejection: { by: 'LANDLORD', reason: 'OTHER_APPLICANT', note: 'Good luck!\nAylin' },
    });
    expect(card.getByText('Another applicant was chosen.')).toBeVisible();
    expect(card.getByText('Message from the landlord:')).toBeVisible();
    expect(card.getByText(/Good luck!/)).toBeVisible();
  });

  test('without reason and note shows the decision only', async () => {
    const { card } = await openOne({ ...rejected, rejection: { by: 'LANDLORD', reason: null, note: null } });
    expect(card.queryByRole('figure')).not.toBeInTheDocument();
    expect(card.getByText('Rejected')).toBeVisible();
  });

  test('with a reason of a newer version shows the note only', async () => {
    const reason = 'NO_PETS' as 'DATES';
    const { card } = await openOne({
      ...rejected,
      rejection: { by: 'ADMINISTRATOR', reason, note: 'Sorry.' },
    });
    expect(card.getByText('Message from our team:')).toBeVisible();
    expect(card.queryByText(/NO_PETS|rejection\./)).not.toBeInTheDocument();
  });
});
