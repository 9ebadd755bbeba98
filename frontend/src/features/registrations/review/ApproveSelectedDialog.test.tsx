import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ApproveRegistrationsRequest, ErrorMessage, RegistrationStatus } from '../../../api/generated';
import { landlordRegistration, student, studentRegistration } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { expectToast } from '../../../testing/expectToast';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/users/students/registrations';

const requests = (count: number, status: RegistrationStatus = 'PENDING') =>
  Array.from({ length: count }, (_, index) =>
    studentRegistration({
      externalId: `request-${index}`,
      status,
      student: { ...student, status: 'NEW', firstName: `Student${index}` },
    }),
  );

/** Mocks a list whose registrations are approved, except those with an error in `errors`. */
async function openRequests(rows = requests(3), errors: Record<string, ErrorMessage> = {}, query = '') {
  let waiting = rows;
  const sent: string[][] = [];
  const queries = mockList(path, () => waiting, 100);
  server.use(
    http.post<never, ApproveRegistrationsRequest>(`*${path}/approve`, async ({ request }) => {
      const { ids } = await request.json();
      sent.push(ids);
      const approved = ids.filter((id) => !(id in errors));
      waiting = waiting.filter(({ externalId }) => !approved.includes(externalId));
      const failed = Object.entries(errors).map(([id, message]) => ({ id, message }));
      return HttpResponse.json({ payload: { approved, failed } });
    }),
  );
  const app = await renderApp(`/registration-requests${query}`, { role: 'ADMIN' });
  await screen.findByRole('table');
  return { ...app, sent, queries };
}

const box = (index: number) => screen.getByRole('checkbox', { name: `Select Student${index} Aydın` });
const bar = () => within(screen.getByRole('group', { name: 'Selection' }));
const all = () => bar().getByRole('checkbox');
const dialog = async () => within(await screen.findByRole('dialog'));
async function approve(user: UserEvent, count: number) {
  await user.click(bar().getByRole('button', { name: `Approve ${count}` }));
  await user.click((await dialog()).getByRole('button', { name: 'Approve' }));
}

describe('selecting registrations', () => {
  test('by row, and all of the page', async () => {
    const { user } = await openRequests();
    expect(bar().queryByRole('button')).not.toBeInTheDocument();
    await user.click(box(1));
    expect(bar().getByRole('status')).toHaveTextContent('1 selected');
    expect(all()).not.toBeChecked();
    expect((all() as HTMLInputElement).indeterminate).toBe(true);
    await user.click(all());
    expect(box(0)).toBeChecked();
    expect(box(2)).toBeChecked();
    expect(all()).toBeChecked();
    expect((all() as HTMLInputElement).indeterminate).toBe(false);
    await user.click(all());
    expect(box(1)).not.toBeChecked();
    expect(bar().queryByRole('button')).not.toBeInTheDocument();
  });

  test('is not possible for decided ones', async () => {
    await openRequests([...requests(1), ...requests(1, 'REJECTED')], {}, '?status=ANY');
    expect(screen.getAllByRole('checkbox', { name: /^Select Student/ })).toHaveLength(1);
  });

  test('is not offered without pending ones', async () => {
    await openRequests(requests(1, 'APPROVED'), {}, '?status=ANY');
    expect(screen.queryByRole('group', { name: 'Selection' })).not.toBeInTheDocument();
  });

  test('is limited to 50', async () => {
    const { user, sent } = await openRequests(requests(52), {}, '?pageSize=100');
    await user.click(bar().getByRole('checkbox', { name: 'Select the first 50' }));
    expect(box(49)).toBeChecked();
    expect(box(50)).not.toBeChecked();
    expect(box(50)).toBeDisabled();
    await user.click(box(0));
    expect(box(50)).toBeEnabled();
    await approve(user, 49);
    await waitFor(() => expect(sent.map((ids) => ids.length)).toEqual([49]));
  });

  test('is cleared when the tab changes', async () => {
    mockList('/api/v1/users/landlords/registrations', () => [landlordRegistration()]);
    const { user } = await openRequests();
    await user.click(all());
    await user.click(screen.getByRole('tab', { name: 'Landlords' }));
    expect(await screen.findByRole('checkbox', { name: 'Select Aylin Demir' })).not.toBeChecked();
    await user.click(screen.getByRole('tab', { name: 'Students' }));
    expect(await screen.findByRole('checkbox', { name: 'Select Student0 Aydın' })).not.toBeChecked();
  });
});

describe('approving the selection', () => {
  test('is confirmed with the names, sends the ids once, and shows the count', async () => {
    const { user, sent, queries } = await openRequests();
    await user.click(box(0));
    await user.click(box(2));
    await user.click(bar().getByRole('button', { name: 'Approve 2' }));
    const question = await dialog();
    expect(question.getByRole('heading')).toHaveTextContent('Approve 2 registrations?');
    expect(question.getAllByRole('listitem').map((name) => name.textContent)).toEqual([
      'Student0 Aydın',
      'Student2 Aydın',
    ]);
    expect(sent).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('2 registrations approved.')).toBeVisible();
    expect(sent).toEqual([['request-0', 'request-2']]);
    await waitFor(() => expect(queries).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Student0 Aydın')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: /^Review .*Student1/ })).toHaveFocus();
    expect(box(1)).not.toBeChecked();
  });

  test('shows the error of each failed one at its row', async () => {
    const { user } = await openRequests(requests(3), {
      'request-1': 'exception.registration.already-reviewed',
    });
    await user.click(all());
    await approve(user, 3);
    expect(await screen.findByText('2 registrations approved.')).toBeVisible();
    const title = await screen.findByText(
      'Your decision on the registration of Student1 Aydın was not saved',
    );
    const notice = title.closest('[role=alert]') ?? title;
    expect(notice).toHaveTextContent('A decision on this registration has already been made.');
    expect(notice.closest('tr')?.previousElementSibling).toHaveTextContent('Student1 Aydın');
  });

  test('shows a failed request in the dialog and keeps the selection', async () => {
    const { user } = await openRequests();
    server.use(http.post(`*${path}/approve`, () => failure(503, 'exception.server.unavailable')));
    await user.click(all());
    await approve(user, 3);
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(/^The service cannot be reached/);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(box(2)).toBeChecked();
  });

  test('uses another endpoint for landlords', async () => {
    const sent: string[] = [];
    mockList('/api/v1/users/landlords/registrations', () => [landlordRegistration()]);
    server.use(
      http.post('*/api/v1/users/landlords/registrations/approve', ({ request }) => {
        sent.push(new URL(request.url).pathname);
        return HttpResponse.json({ payload: { approved: [landlordRegistration().externalId], failed: [] } });
      }),
    );
    const { user } = await openRequests([], {}, '?tab=landlords');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Aylin Demir' }));
    await approve(user, 1);
    await expectToast(user, 'Aylin Demir’s registration has been approved.');
    expect(sent).toHaveLength(1);
  });
});
