import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { application, appliedListing, listing, person } from '../../../testing/fixtures';
import { blurDisabled } from '../../../testing/browser/blurDisabled';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { expectToast } from '../../../testing/expectToast';
import { pendingResponse } from '../../../testing/pendingResponse';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/applications';
const awaitingLandlord = (changes: Partial<ApplicationResponse> = {}) =>
  application({ administratorApprovalStatus: 'APPROVED', ...changes });
const table = () => screen.findByRole('table', { name: 'Applications' });

async function openReviewPage(...applications: ApplicationResponse[]) {
  const queries = mockList(path, () => applications);
  const app = await renderApp('/applications', { role: 'LANDLORD' });
  await table();
  return { ...app, queries };
}

test('has one status filter, preset to PENDING', async () => {
  const { queries } = await openReviewPage(awaitingLandlord());
  expect(queries).toEqual(['page=0&sortDirection=DESC&sortField=lastModified&status=PENDING']);
  const groups = screen.getAllByRole('group');
  expect(groups).toHaveLength(1);
  const chosen = within(groups[0] ?? document.body).getAllByRole('checkbox', { checked: true });
  expect(chosen.map((box) => box.closest('label')?.textContent)).toEqual(['Pending']);
});

test('has six columns, with a link to the listing', async () => {
  await openReviewPage(awaitingLandlord({ listing: appliedListing({ externalId: 'l-1', title: 'Room' }) }));
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

test('does not offer to sort by fields that landlords cannot see', async () => {
  await openReviewPage(awaitingLandlord());
  const options = within(screen.getByRole('combobox', { name: 'Sort by' })).getAllByRole('option');
  expect(options.map((option) => option.getAttribute('value'))).not.toContain('student.email');
  expect(options).toHaveLength(5);
});

test.each([
  ['PENDING', 2, 'Pending', 'yellow'],
  ['APPROVED', 0, 'Approved', 'green'],
  ['REJECTED', 0, 'Rejected', 'red'],
] as [Decision, number, string, string][])('%s has %i buttons', async (status, count, word, tone) => {
  await openReviewPage(awaitingLandlord({ status }));
  const row = within(screen.getAllByRole('row')[1] ?? document.body);
  expect(row.queryAllByRole('button', { name: /^(Accept|Reject)/ })).toHaveLength(count);
  expect(row.getByText(word)).toHaveAttribute('data-tone', tone);
});

test('the dialog announces that an approval shows contact data', async () => {
  const later = 'You will see the email address and phone number once you accept the application.';
  const { user, unmount } = await openReviewPage(awaitingLandlord());
  await user.click(within(await table()).getByRole('button', { name: 'Sena Aydın' }));
  expect(await screen.findByText(later)).toBeVisible();
  unmount();
  await openReviewPage(
    awaitingLandlord({
      status: 'APPROVED',
      student: person({ email: 'sena@portal.test', phoneNumber: '+49 1' }),
    }),
  );
  await user.click(within(await table()).getByRole('button', { name: 'Sena Aydın' }));
  expect(await screen.findByRole('link', { name: 'sena@portal.test' })).toBeVisible();
  expect(screen.queryByText(later)).not.toBeInTheDocument();
});

test('sends the decision and requests the list again', async () => {
  let waiting = [awaitingLandlord()];
  const decisions: string[] = [];
  mockList(path, () => waiting);
  server.use(
    http.put('*/api/v1/applications/:id/review', ({ request, params }) => {
      decisions.push(`${String(params['id'])} ${String(new URL(request.url).searchParams.get('status'))}`);
      waiting = [];
      return HttpResponse.json({ payload: awaitingLandlord({ status: 'REJECTED' }) });
    }),
  );
  const { user } = await renderApp('/applications', { role: 'LANDLORD' });
  await user.click(await screen.findByRole('button', { name: 'Reject Sena Aydın’s application' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject application?' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  expect(decisions).toEqual([`${application().externalId} REJECTED`]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('shows the error of a decision', async () => {
  mockList(path, () => [awaitingLandlord()]);
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
  const withContact = awaitingLandlord({
    status: 'APPROVED',
    student: person({ email: 'sena@portal.test', phoneNumber: '+49 151 234' }),
    listing: appliedListing({ externalId: 'l-1', title: 'Room' }),
  });

  async function accept(payload: ApplicationResponse) {
    let waiting = [awaitingLandlord()];
    mockList(path, () => waiting);
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

  test('shows the contact data although the row has left the list', async () => {
    const { alert } = await accept(withContact);
    const contact = within(alert);
    expect(contact.getByRole('link', { name: 'sena@portal.test' })).toHaveAttribute(
      'href',
      'mailto:sena@portal.test',
    );
    expect(contact.getByRole('link', { name: '+49 151 234' })).toHaveAttribute('href', 'tel:+49151234');
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expect(alert).toBeVisible();
  });

  test('the contact data can be copied, and the notice closed', async () => {
    const { user, alert } = await accept(withContact);
    await user.click(within(alert).getByRole('button', { name: 'Copy email address' }));
    await expectToast(user, 'Copied.');
    expect(await navigator.clipboard.readText()).toBe('sena@portal.test');
    await user.click(within(alert).getByRole('button', { name: 'Copy phone number' }));
    await expectToast(user, 'Copied.');
    expect(await navigator.clipboard.readText()).toBe('+49 151 234');
    await user.click(within(alert).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('of a deactivated student says that no email is sent', async () => {
    const student = person({ status: 'INACTIVE', email: 'sena@portal.test' });
    mockList(path, () => [awaitingLandlord({ student })]);
    server.use(
      http.put('*/api/v1/applications/:id/review', () =>
        HttpResponse.json({ payload: { ...withContact, student } }),
      ),
    );
    const { user } = await renderApp('/applications', { role: 'LANDLORD' });
    await user.click(await screen.findByRole('button', { name: 'Accept Sena Aydın’s application' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('so we send no email about your acceptance');
    await user.click(within(dialog).getByRole('button', { name: 'Accept' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('so we send no email. You can get in touch yourself:');
    expect(alert).not.toHaveTextContent('gets your contact details by email');
  });

  test('asks whether the listing is rented now', async () => {
    const { alert } = await accept(withContact);
    expect(within(alert).getByText('Is “Room” rented now?')).toBeVisible();
    expect(within(alert).getByRole('button', { name: 'Yes, mark as rented' })).toBeVisible();
  });

  test('the notice links to all accepted applications', async () => {
    const { user, alert } = await accept(withContact);
    await user.click(within(alert).getByRole('link', { name: 'All accepted applications' }));
    await waitFor(() => expect(window.location.search).toBe('?status=APPROVED'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a rejection', () => {
  /** Records the bodies of reviews, and responds with these statuses. */
  function recordGrounds(...responses: Response[]) {
    const bodies: unknown[] = [];
    server.use(
      http.put('*/api/v1/applications/:id/review', async ({ request }) => {
        bodies.push(await request.json());
        return responses.shift() ?? HttpResponse.json({ payload: awaitingLandlord({ status: 'REJECTED' }) });
      }),
    );
    return bodies;
  }

  const openDialog = async ({ user }: Awaited<ReturnType<typeof openReviewPage>>) => {
    await user.click(await screen.findByRole('button', { name: 'Reject Sena Aydın’s application' }));
    return within(await screen.findByRole('dialog', { name: 'Reject application?' }));
  };

  test('needs no reason', async () => {
    const bodies = recordGrounds();
    const app = await openReviewPage(awaitingLandlord());
    const dialog = await openDialog(app);
    expect(dialog.getByRole('radio', { name: 'None given' })).toBeChecked();
    await app.user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(bodies).toEqual([{}]));
  });

  test('sends the reason and the note', async () => {
    const bodies = recordGrounds();
    const app = await openReviewPage(awaitingLandlord());
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('radio', { name: 'Dates do not match' }));
    await app.user.type(dialog.getByLabelText('A few words (optional)'), ' Free from May. ');
    await app.user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(bodies).toEqual([{ reason: 'DATES', note: 'Free from May.' }]));
  });

  test('has a note of at most 500 characters', async () => {
    const bodies = recordGrounds();
    const app = await openReviewPage(awaitingLandlord());
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByLabelText('A few words (optional)'));
    await app.user.paste('x'.repeat(501));
    await app.user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText('Please shorten the text to 500 characters')).toBeVisible();
    expect(bodies).toEqual([]);
  });

  test('that fails is offered again with what was entered', async () => {
    recordGrounds(failure(503, 'exception.server.unavailable') as Response);
    const app = await openReviewPage(awaitingLandlord());
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('radio', { name: 'Already rented' }));
    await app.user.type(dialog.getByLabelText('A few words (optional)'), 'Good luck!');
    await app.user.click(dialog.getByRole('button', { name: 'Reject' }));
    await screen.findByRole('alert');
    const again = await openDialog(app);
    expect(again.getByRole('radio', { name: 'Already rented' })).toBeChecked();
    expect(again.getByLabelText('A few words (optional)')).toHaveValue('Good luck!');
  });
});

describe('a listing that is let', () => {
  const overdue = (changes: Partial<ApplicationResponse> = {}) =>
    awaitingLandlord({
      overdue: true,
      listing: appliedListing({ externalId: 'l-1', title: 'Room' }),
      ...changes,
    });

  function mockLetting(declined: Response[] = []) {
    const sent: string[] = [];
    server.use(
      http.put('*/api/v1/listings/:id/status', ({ request, params }) => {
        sent.push(`${String(params['id'])} ${new URL(request.url).searchParams.get('status')}`);
        return HttpResponse.json({ payload: listing({ status: 'RENTED' }) });
      }),
      http.post('*/api/v1/listings/:id/decline-open', async ({ request, params }) => {
        sent.push(`${String(params['id'])} ${JSON.stringify(await request.json())}`);
        return declined.shift() ?? HttpResponse.json({ payload: { declined: 3 } });
      }),
    );
    return sent;
  }

  test('is asked about in a note, which is no alert at each visit', async () => {
    await openReviewPage(overdue());
    expect(screen.getByRole('note')).toHaveTextContent('Applicants have been waiting for a long time');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is marked by one click, and all who wait are rejected by one more', async () => {
    const sent = mockLetting();
    const { user } = await openReviewPage(overdue());
    expect(screen.getByText('Is “Room” rented now?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Yes, mark as rented' }));
    await user.click(await screen.findByRole('button', { name: 'Reject everyone still waiting' }));
    const done = await screen.findByText('No application for “Room” is waiting for an answer anymore.');
    expect(done).toHaveFocus();
    await expectToast(user, '3 rejections sent.');
    expect(sent).toEqual(['l-1 RENTED', 'l-1 {"reason":"TAKEN"}']);
    expect(screen.queryByRole('button', { name: 'Reject everyone still waiting' })).not.toBeInTheDocument();
  });

  test('that is marked already offers the rejection only, in as many requests as needed', async () => {
    const sent = mockLetting([HttpResponse.json({ payload: { declined: 500 } }) as Response]);
    const rented = appliedListing({ externalId: 'l-2', title: 'Room', status: 'RENTED' });
    const { user } = await openReviewPage(overdue({ listing: rented }));
    await user.click(screen.getByRole('button', { name: 'Reject everyone still waiting' }));
    await expectToast(user, '503 rejections sent.');
    expect(sent).toEqual(['l-2 {"reason":"TAKEN"}', 'l-2 {"reason":"TAKEN"}']);
  });

  test('whose applicant withdraws during a full request rejects those of the next one as well', async () => {
    const sent = mockLetting([HttpResponse.json({ payload: { declined: 499 } }) as Response]);
    const rented = appliedListing({ externalId: 'l-6', title: 'Room', status: 'RENTED' });
    const { user } = await openReviewPage(overdue({ listing: rented }));
    await user.click(screen.getByRole('button', { name: 'Reject everyone still waiting' }));
    await expectToast(user, '502 rejections sent.');
    expect(sent).toHaveLength(2);
  });

  test('keeps the focus, which Chromium takes from the disabled button', async () => {
    mockLetting();
    const answer = pendingResponse();
    server.use(http.put('*/api/v1/listings/:id/status', answer.resolver));
    const { user } = await openReviewPage(overdue());
    const pressed = screen.getByRole<HTMLButtonElement>('button', { name: 'Yes, mark as rented' });
    await user.click(pressed);
    await waitFor(() => expect(pressed).toBeDisabled());
    blurDisabled(pressed);
    answer.respond();
    const next = await screen.findByRole('button', { name: 'Reject everyone still waiting' });
    await waitFor(() => expect(next).toHaveFocus());
  });

  test('without a waiting application reports no rejections', async () => {
    const sent = mockLetting([HttpResponse.json({ payload: { declined: 0 } }) as Response]);
    const rented = appliedListing({ externalId: 'l-5', title: 'Room', status: 'RENTED' });
    const { user } = await openReviewPage(overdue({ listing: rented }));
    await user.click(screen.getByRole('button', { name: 'Reject everyone still waiting' }));
    await expectToast(user, 'No one was waiting anymore.');
    expect(sent).toEqual(['l-5 {"reason":"TAKEN"}']);
  });

  test.each(['ARCHIVED', 'DRAFT'] as const)(
    'that is %s is not made public again: only the rejection is offered',
    async (status) => {
      const sent = mockLetting();
      const offline = appliedListing({ externalId: 'l-4', title: 'Room', status });
      const { user } = await openReviewPage(overdue({ listing: offline }));
      expect(screen.getByText(/^“Room” is not online\./)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Yes, mark as rented' })).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Reject everyone still waiting' }));
      await expectToast(user, '3 rejections sent.');
      expect(sent).toEqual(['l-4 {"reason":"TAKEN"}']);
    },
  );

  test('that was taken down since is not asked about again after the refusal', async () => {
    const sent = mockLetting();
    server.use(http.put('*/api/v1/listings/:id/status', () => failure(409, 'exception.listing.blocked')));
    let listed = overdue();
    mockList(path, () => [listed]);
    const { user } = await renderApp('/applications', { role: 'LANDLORD' });
    await user.click(await screen.findByRole('button', { name: 'Yes, mark as rented' }));
    await expectToast(user, 'Our team has taken this listing down. Only our team can reinstate it.');
    listed = overdue({ listing: appliedListing({ externalId: 'l-1', title: 'Room', status: 'ARCHIVED' }) });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Direction' }), 'Ascending');
    expect(await screen.findByText(/^“Room” is not online\./)).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('shows why it failed, and can be tried again', async () => {
    const sent = mockLetting([failure(503, 'exception.server.unavailable') as Response]);
    const rented = appliedListing({ externalId: 'l-3', title: 'Room', status: 'RENTED' });
    const { user } = await openReviewPage(overdue({ listing: rented }));
    await user.click(screen.getByRole('button', { name: 'Reject everyone still waiting' }));
    await expectToast(user, 'The service cannot be reached right now. Please try again in a moment.');
    await user.click(screen.getByRole('button', { name: 'Reject everyone still waiting' }));
    await expectToast(user, '3 rejections sent.');
    expect(sent).toHaveLength(2);
  });

  test('is asked for only where an application waits for too long', async () => {
    await openReviewPage(awaitingLandlord());
    expect(screen.queryByText(/rented now\?/)).not.toBeInTheDocument();
  });
});
