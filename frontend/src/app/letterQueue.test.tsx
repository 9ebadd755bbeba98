import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApplicationResponse } from '../api/generated';
import { application, person } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { playList } from '../testing/playList';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const names = ['Sena', 'Mert', 'Lena'];
const waitingForUs = { administratorApprovalStatus: 'PENDING', status: 'PENDING' } as const;
const waitingForLandlord = { administratorApprovalStatus: 'APPROVED', status: 'PENDING' } as const;

const letters = (changes: Partial<ApplicationResponse>) =>
  names.map((firstName) =>
    application({
      externalId: firstName,
      student: person({ firstName }),
      applicationLetter: `I am ${firstName}.`,
      ...changes,
    }),
  );

/** The list of a role. What is decided is told, and leaves the list of what waits. */
async function openLetters(role: 'ADMIN' | 'LANDLORD', rows = letters(waitingForUs)) {
  const decided: string[] = [];
  let waiting = rows;
  playList('/api/v1/applications', () => waiting);
  server.use(
    http.put('*/api/v1/applications/:id/:review', ({ request, params }) => {
      const verdict = new URL(request.url).searchParams.get('status');
      const id = String(params['id']);
      decided.push(`${id} ${verdict} by ${String(params['review'])}`);
      const row = waiting.find(({ externalId }) => externalId === id);
      waiting = waiting.filter((other) => other !== row);
      const answer = { ...row, administratorApprovalStatus: 'APPROVED', status: verdict };
      return HttpResponse.json({ payload: answer });
    }),
  );
  const app = await renderApp(role === 'ADMIN' ? '/student-applications' : '/applications', { role });
  await screen.findByRole('table');
  return { ...app, decided };
}

const open = (name: string) =>
  screen.getByRole('button', { name: `Read ${name} Aydın’s application letter` });
const letterOf = (name: string) =>
  screen.findByRole('dialog', { name: `Application letter from ${name} Aydın` });
const buttonIn = async (dialog: HTMLElement | Promise<HTMLElement>, name: string) =>
  within(await dialog).getByRole('button', { name });

describe('a letter', () => {
  test.each([
    ['ADMIN', waitingForUs, 'admin-review'],
    ['LANDLORD', waitingForLandlord, 'review'],
  ] as const)('decides after a question, and leads to the next letter: %s', async (role, state, by) => {
    const { user, decided } = await openLetters(role, letters(state));
    await user.click(open('Sena'));
    expect(await letterOf('Sena')).toHaveTextContent('For “Helles Zimmer mit Blick ins Grüne”');
    await user.click(await buttonIn(letterOf('Sena'), 'Accept'));
    const question = screen.findByRole('dialog', { name: 'Accept application?' });
    expect(decided).toEqual([]);
    await user.click(await buttonIn(question, 'Accept'));
    const next = await letterOf('Mert');
    expect(next).toHaveTextContent('I am Mert.');
    await waitFor(() => expect(decided).toEqual([`Sena APPROVED by ${by}`]));
    expect(within(next).getByText(/You have accepted Sena Aydın’s application/)).toBeVisible();
    await user.click(await buttonIn(next, 'Reject'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Reject application?' }), 'Reject'));
    await letterOf('Lena');
    await waitFor(() => expect(decided).toEqual([`Sena APPROVED by ${by}`, `Mert REJECTED by ${by}`]));
  });

  test('that was the last one closes, and the heading has the focus', async () => {
    const { user } = await openLetters('ADMIN', letters(waitingForUs).slice(0, 1));
    await user.click(open('Sena'));
    await user.click(await buttonIn(letterOf('Sena'), 'Accept'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept'));
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('whose decision is cancelled is shown again, and closing it gives the focus back', async () => {
    const { user, decided } = await openLetters('ADMIN');
    await user.click(open('Mert'));
    await user.click(await buttonIn(letterOf('Mert'), 'Reject'));
    await screen.findByRole('dialog', { name: 'Reject application?' });
    await user.keyboard('{Escape}');
    await user.click(await buttonIn(letterOf('Mert'), 'Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(open('Mert')).toHaveFocus();
    expect(decided).toEqual([]);
  });

  test('closed after decisions leaves the focus at its own row', async () => {
    const { user } = await openLetters('ADMIN');
    await user.click(open('Sena'));
    await user.click(await buttonIn(letterOf('Sena'), 'Accept'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept'));
    await user.click(await buttonIn(letterOf('Mert'), 'Close'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Accept Mert Aydın’s application' })).toHaveFocus(),
    );
  });

  test('is decided by keyboard alone, and a held key decides nothing', async () => {
    const { user, decided } = await openLetters('ADMIN');
    open('Sena').focus();
    await user.keyboard('{Enter}');
    const accept = await buttonIn(letterOf('Sena'), 'Accept');
    while (document.activeElement !== accept) await user.tab();
    expect(fireEvent.keyDown(accept, { key: 'Enter', repeat: true })).toBe(false);
    await user.keyboard('{Enter}');
    const confirm = await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept');
    expect(confirm).toHaveFocus();
    await user.keyboard('{Enter}');
    await letterOf('Mert');
    await waitFor(() => expect(decided).toEqual(['Sena APPROVED by admin-review']));
  });

  test('of an application that is decided can only be read', async () => {
    const { user } = await openLetters('ADMIN', letters(waitingForLandlord));
    await user.click(open('Sena'));
    expect(within(await letterOf('Sena')).getAllByRole('button')).toHaveLength(1);
  });

  test('says above the next one that the decision was refused', async () => {
    const { user } = await openLetters('ADMIN');
    server.use(
      http.put('*/api/v1/applications/:id/admin-review', () => failure(503, 'exception.server.unavailable')),
    );
    await user.click(open('Sena'));
    await user.click(await buttonIn(letterOf('Sena'), 'Accept'));
    await user.click(await buttonIn(screen.findByRole('dialog', { name: 'Accept application?' }), 'Accept'));
    const alert = await within(await letterOf('Mert')).findByRole('alert');
    expect(alert).toHaveTextContent('Your decision on Sena Aydın’s application was not saved');
    await user.click(within(alert).getByRole('button'));
    expect(await letterOf('Mert')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
