import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApplicationResponse } from '../../../api/generated';
import { application, person } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const names = ['Sena', 'Mert', 'Lena'];
const waitingForAdministrator = { administratorApprovalStatus: 'PENDING', status: 'PENDING' } as const;
const waitingForLandlord = { administratorApprovalStatus: 'APPROVED', status: 'PENDING' } as const;

const applicationsWith = (changes: Partial<ApplicationResponse>) =>
  names.map((firstName) =>
    application({
      externalId: firstName,
      student: person({ firstName }),
      applicationLetter: `I am ${firstName}.`,
      ...changes,
    }),
  );

/** Opens the review page of a role. Decided applications are recorded and leave the list. */
async function openReviewPage(role: 'ADMIN' | 'LANDLORD', rows = applicationsWith(waitingForAdministrator)) {
  const decisions: string[] = [];
  let waiting = rows;
  mockList('/api/v1/applications', () => waiting);
  server.use(
    http.put('*/api/v1/applications/:id/:review', ({ request, params }) => {
      const decision = new URL(request.url).searchParams.get('status');
      const id = String(params['id']);
      decisions.push(`${id} ${decision} by ${String(params['review'])}`);
      const row = waiting.find(({ externalId }) => externalId === id);
      waiting = waiting.filter((other) => other !== row);
      const payload = { ...row, administratorApprovalStatus: 'APPROVED', status: decision };
      return HttpResponse.json({ payload });
    }),
  );
  const app = await renderApp(role === 'ADMIN' ? '/student-applications' : '/applications', { role });
  await screen.findByRole('table');
  return { ...app, decisions };
}

const letterButton = (name: string) =>
  screen.getByRole('button', { name: `Read ${name} Aydın’s application letter` });
const findLetter = (name: string) =>
  screen.findByRole('dialog', { name: `Application letter from ${name} Aydın` });
const buttonIn = async (dialog: HTMLElement | Promise<HTMLElement>, name: string) =>
  within(await dialog).getByRole('button', { name });

describe('letter dialog', () => {
  test.each([
    ['ADMIN', waitingForAdministrator, 'admin-review'],
    ['LANDLORD', waitingForLandlord, 'review'],
  ] as const)('decides after confirmation and shows the next letter for %s', async (role, state, by) => {
    const { user, decisions } = await openReviewPage(role, applicationsWith(state));
    await user.click(letterButton('Sena'));
    expect(await findLetter('Sena')).toHaveTextContent('For “Helles Zimmer mit Blick ins Grüne”');
    await user.click(await buttonIn(findLetter('Sena'), 'Accept'));
    const question = screen.findByRole('dialog', { name: 'Accept application?' });
    expect(decisions).toEqual([]);
    await user.click(await buttonIn(question, 'Accept'));
    const next = await findLetter('Mert');
    expect(next).toHaveTextContent('I am Mert.');
    await waitFor(() => expect(decisions).toEqual([`Sena APPROVED by ${by}`]));
    expect(within(next).getByText(/You have accepted Sena Aydın’s application/)).toBeVisible();
    await user.click(await buttonIn(next, 'Reject'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Reject application?' }), 'Reject'));
    await findLetter('Lena');
    await waitFor(() => expect(decisions).toEqual([`Sena APPROVED by ${by}`, `Mert REJECTED by ${by}`]));
  });

  test('closes after the last letter and focuses the heading', async () => {
    const { user } = await openReviewPage('ADMIN', applicationsWith(waitingForAdministrator).slice(0, 1));
    await user.click(letterButton('Sena'));
    await user.click(await buttonIn(findLetter('Sena'), 'Accept'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept'));
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('shows the letter again after Cancel, and restores the focus when it closes', async () => {
    const { user, decisions } = await openReviewPage('ADMIN');
    await user.click(letterButton('Mert'));
    await user.click(await buttonIn(findLetter('Mert'), 'Reject'));
    await screen.findByRole('dialog', { name: 'Reject application?' });
    await user.keyboard('{Escape}');
    await user.click(await buttonIn(findLetter('Mert'), 'Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(letterButton('Mert')).toHaveFocus();
    expect(decisions).toEqual([]);
  });

  test('focuses the current row when it closes after decisions', async () => {
    const { user } = await openReviewPage('ADMIN');
    await user.click(letterButton('Sena'));
    await user.click(await buttonIn(findLetter('Sena'), 'Accept'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept'));
    await user.click(await buttonIn(findLetter('Mert'), 'Close'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Accept Mert Aydın’s application' })).toHaveFocus(),
    );
  });

  test('works by keyboard and ignores key repeat', async () => {
    const { user, decisions } = await openReviewPage('ADMIN');
    letterButton('Sena').focus();
    await user.keyboard('{Enter}');
    const accept = await buttonIn(findLetter('Sena'), 'Accept');
    while (document.activeElement !== accept) await user.tab();
    expect(fireEvent.keyDown(accept, { key: 'Enter', repeat: true })).toBe(false);
    await user.keyboard('{Enter}');
    const confirm = await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept');
    expect(confirm).toHaveFocus();
    await user.keyboard('{Enter}');
    await findLetter('Mert');
    await waitFor(() => expect(decisions).toEqual(['Sena APPROVED by admin-review']));
  });

  test('has no buttons for a decided application', async () => {
    const { user } = await openReviewPage('ADMIN', applicationsWith(waitingForLandlord));
    await user.click(letterButton('Sena'));
    expect(within(await findLetter('Sena')).getAllByRole('button')).toHaveLength(1);
  });

  test('shows the error of a decision above the next letter', async () => {
    const { user } = await openReviewPage('ADMIN');
    server.use(
      http.put('*/api/v1/applications/:id/admin-review', () => failure(503, 'exception.server.unavailable')),
    );
    await user.click(letterButton('Sena'));
    await user.click(await buttonIn(findLetter('Sena'), 'Accept'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept'));
    const alert = await within(await findLetter('Mert')).findByRole('alert');
    expect(alert).toHaveTextContent('Your decision on Sena Aydın’s application was not saved');
    await user.click(within(alert).getByRole('button'));
    expect(await findLetter('Mert')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
