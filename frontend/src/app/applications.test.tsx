import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApplicationResponse, Decision } from '../api/generated';
import { application, appliedListing, person } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { playList } from '../testing/playList';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const path = '/api/v1/applications';
const passedOn = (changes: Partial<ApplicationResponse> = {}) =>
  application({ administratorApprovalStatus: 'APPROVED', ...changes });
const table = () => screen.findByRole('table', { name: 'Applications' });

async function openDesk(...applications: ApplicationResponse[]) {
  const asked = playList(path, () => applications);
  const app = await renderApp('/applications', { role: 'LANDLORD' });
  await table();
  return { ...app, asked };
}

test('V337: one status filter, preset to PENDING', async () => {
  const { asked } = await openDesk(passedOn());
  expect(asked).toEqual(['page=0&sortDirection=DESC&sortField=lastModified&status=PENDING']);
  const groups = screen.getAllByRole('group');
  expect(groups).toHaveLength(1);
  const chosen = within(groups[0] ?? document.body).getAllByRole('checkbox', { checked: true });
  expect(chosen.map((box) => box.closest('label')?.textContent)).toEqual(['Pending']);
});

test('V338: six columns, the listing with a link', async () => {
  await openDesk(passedOn({ listing: appliedListing({ externalId: 'l-1', title: 'Room' }) }));
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Student',
    'Application letter',
    'Listing',
    'Status',
    'Last Modified',
    'Review',
  ]);
  expect(screen.getByRole('link', { name: /^Room/ })).toHaveAttribute('href', '/listing/l-1');
});

test('nothing that is hidden from a landlord can be sorted by', async () => {
  await openDesk(passedOn());
  const options = within(screen.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option');
  expect(options.map((option) => option.getAttribute('value'))).not.toContain('student.email');
  expect(options).toHaveLength(5);
});

test.each([
  ['PENDING', 2, 'Pending', 'yellow'],
  ['APPROVED', 0, 'Approved', 'green'],
  ['REJECTED', 0, 'Rejected', 'red'],
] as [Decision, number, string, string][])(
  'V339: decided %s has %i buttons',
  async (status, count, word, tone) => {
    await openDesk(passedOn({ status }));
    const row = within(screen.getAllByRole('row')[1] ?? document.body);
    expect(row.queryAllByRole('button', { name: /^(Accept|Reject)/ })).toHaveLength(count);
    expect(row.getByText(word)).toHaveAttribute('data-tone', tone);
  },
);

test('contact data come with the approval, and the dialog says so', async () => {
  const later = 'You will see the email address and phone number once you accept the application.';
  const { user, unmount } = await openDesk(passedOn());
  await user.click(within(await table()).getByRole('button', { name: 'Sena Aydın' }));
  expect(await screen.findByText(later)).toBeVisible();
  unmount();
  await openDesk(
    passedOn({ status: 'APPROVED', student: person({ email: 'sena@portal.test', phoneNumber: '+49 1' }) }),
  );
  await user.click(within(await table()).getByRole('button', { name: 'Sena Aydın' }));
  expect(await screen.findByRole('link', { name: 'sena@portal.test' })).toBeVisible();
  expect(screen.queryByText(later)).not.toBeInTheDocument();
});

test('V342: the decision is sent, and the list read again', async () => {
  let waiting = [passedOn()];
  const decided: string[] = [];
  playList(path, () => waiting);
  server.use(
    http.put('*/api/v1/applications/:id/review', ({ request, params }) => {
      decided.push(`${String(params['id'])} ${String(new URL(request.url).searchParams.get('status'))}`);
      waiting = [];
      return HttpResponse.json({ payload: passedOn({ status: 'REJECTED' }) });
    }),
  );
  const { user } = await renderApp('/applications', { role: 'LANDLORD' });
  await user.click(await screen.findByRole('button', { name: 'Reject Sena Aydın’s application' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject application?' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  expect(decided).toEqual([`${application().externalId} REJECTED`]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a refused decision is explained', async () => {
  playList(path, () => [passedOn()]);
  server.use(
    http.put('*/api/v1/applications/:id/review', () => failure(404, 'exception.application.not-found')),
  );
  const { user } = await renderApp('/applications', { role: 'LANDLORD' });
  await user.click(await screen.findByRole('button', { name: 'Accept Sena Aydın’s application' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This application does not exist or no longer exists.',
  );
});

describe('after Accept', () => {
  const reachable = passedOn({
    status: 'APPROVED',
    student: person({ email: 'sena@portal.test', phoneNumber: '+49 151 234' }),
    listing: appliedListing({ externalId: 'l-1', title: 'Room' }),
  });

  async function accept(payload: ApplicationResponse) {
    let waiting = [passedOn()];
    playList(path, () => waiting);
    server.use(
      http.put('*/api/v1/applications/:id/review', () => {
        waiting = [];
        return HttpResponse.json({ payload });
      }),
    );
    const app = await renderApp('/applications', { role: 'LANDLORD' });
    await app.user.click(await screen.findByRole('button', { name: 'Accept Sena Aydın’s application' }));
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('You have accepted Sena Aydın’s application for “Room”');
    return { ...app, alert };
  }

  test('the contact data are shown at once, although the row has left the list', async () => {
    const { alert } = await accept(reachable);
    const contact = within(alert);
    expect(contact.getByRole('link', { name: 'sena@portal.test' })).toHaveAttribute(
      'href',
      'mailto:sena@portal.test',
    );
    expect(contact.getByRole('link', { name: '+49 151 234' })).toHaveAttribute('href', 'tel:+49151234');
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(alert).toBeVisible();
  });

  test('the contact data can be copied, and the confirmation can be closed', async () => {
    const { user, alert } = await accept(reachable);
    await user.click(within(alert).getByRole('button', { name: 'Copy email address' }));
    await readToast(user, 'Copied.');
    expect(await navigator.clipboard.readText()).toBe('sena@portal.test');
    await user.click(within(alert).getByRole('button', { name: 'Copy phone number' }));
    await readToast(user, 'Copied.');
    expect(await navigator.clipboard.readText()).toBe('+49 151 234');
    await user.click(within(alert).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('the confirmation leads to all accepted applications', async () => {
    const { user, alert } = await accept(reachable);
    await user.click(within(alert).getByRole('link', { name: 'All accepted applications' }));
    await waitFor(() => expect(window.location.search).toBe('?status=APPROVED'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
