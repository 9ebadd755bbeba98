import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { DeletionPreviewResponse, Role, UserResponse, UserStatus } from '../../../api/generated';
import { blurDisabled } from '../../../testing/browser/blurDisabled';
import { student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { pendingResponse } from '../../../testing/pendingResponse';
import { recordBodies } from '../../../testing/recordBodies';
import { recordRequests } from '../../../testing/recordRequests';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/users';

/** Another user than the logged-in one. */
const other: UserResponse = { ...student, externalId: 'user-0', firstName: 'Mira', lastName: 'Vogel' };

async function openUser(changes: Partial<UserResponse>) {
  mockList(path, () => [{ ...other, ...changes }]);
  const app = await renderApp('/users', { role: 'ADMIN' });
  await screen.findByRole('table');
  return app;
}

describe('deletion dialog', () => {
  const preview = `*${path}/:id/deletion-preview`;
  const mockCounts = (payload: DeletionPreviewResponse) =>
    server.use(http.get(preview, () => HttpResponse.json({ payload })));

  async function openDialog(role: Role) {
    const app = await openUser({ role });
    await app.user.click(screen.getByRole('button', { name: 'Delete Mira Vogel' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Delete Mira Vogel?' })) };
  }

  test.each([
    [{ listings: 3, applications: 1 }, ['3 listings', '1 open application']],
    [{ listings: 0, applications: 0 }, ['no listings', 'no open applications']],
    [{ listings: 1, applications: 1200 }, ['1 listing', '1,200 open applications']],
  ])('shows what is deleted with a landlord: %j', async (counts, expected) => {
    mockCounts(counts);
    const { dialog } = await openDialog('LANDLORD');
    const items = await dialog.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(expected);
  });

  test('shows no listings for a student', async () => {
    mockCounts({ listings: 0, applications: 2 });
    const { dialog } = await openDialog('STUDENT');
    expect(await dialog.findByText('2 open applications')).toBeVisible();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  });

  test('requests no counts for an administrator', async () => {
    server.use(http.get(preview, () => HttpResponse.error()));
    const { dialog } = await openDialog('ADMIN');
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
    expect(dialog.queryByText(/Counting/)).not.toBeInTheDocument();
  });

  test('shows that it is loading', async () => {
    server.use(http.get(preview, () => delay('infinite')));
    const { dialog } = await openDialog('LANDLORD');
    expect(dialog.getByRole('status')).toHaveTextContent('Counting listings and applications…');
  });

  test('shows a failure, which can be retried by a button that stays while it is busy', async () => {
    mockCounts({ listings: 4, applications: 0 });
    server.use(http.get(preview, () => failure(503, 'exception.server.unavailable'), { once: true }));
    const { user, dialog } = await openDialog('LANDLORD');
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      /could not be counted\. The service cannot be reached/,
    );
    const answer = pendingResponse();
    server.use(http.get(preview, answer.resolver));
    const retry = dialog.getByRole('button', { name: 'Try again' });
    await user.click(retry);
    await waitFor(() => expect(retry).toBeDisabled());
    answer.respond();
    expect(await dialog.findByText('4 listings')).toBeVisible();
  });
});

describe('Resend activation', () => {
  const resend = (status: UserResponse['status']) => openUser({ status, email: 'mira@portal.test' });
  const button = () => screen.getByRole('button', { name: 'Resend activation to Mira Vogel' });

  test('sends a new link and shows the address', async () => {
    const sent = recordRequests('post', `${path}/user-0/resend-activation`);
    const { user } = await resend('REGISTRATION_PENDING');
    await user.click(button());
    expect(await screen.findByText('A new activation link is on its way to mira@portal.test.')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test('shows a failure at the row', async () => {
    server.use(http.post(`*${path}/:id/resend-activation`, () => failure(429, 'exception.request.too-many')));
    const { user, i18n } = await resend('REGISTRATION_PENDING');
    await user.click(button());
    const title = await screen.findByText('No new activation link was sent to Mira Vogel');
    expect(title.closest('tr')?.previousElementSibling).toHaveTextContent('Mira Vogel');
    expect(title.closest('[role=alert]')).toHaveTextContent(
      i18n.t('exception.request.too-many', { ns: 'errors' }),
    );
  });

  test('keeps the focus, which Chromium takes from the disabled button', async () => {
    const answer = pendingResponse(() => new HttpResponse(null, { status: 204 }));
    server.use(http.post(`*${path}/:id/resend-activation`, answer.resolver));
    const { user } = await resend('REGISTRATION_PENDING');
    const pressed = button() as HTMLButtonElement;
    await user.click(pressed);
    await waitFor(() => expect(pressed).toBeDisabled());
    blurDisabled(pressed);
    expect(document.body).toHaveFocus();
    answer.respond();
    await waitFor(() => expect(pressed).toHaveFocus());
    expect(pressed).toBeEnabled();
  });

  test.each(['ACTIVE', 'INACTIVE'] as const)('is not offered for %s', async (status) => {
    await resend(status);
    expect(screen.queryByRole('button', { name: /^Resend/ })).not.toBeInTheDocument();
  });
});

describe('the focus after a changed status', () => {
  /** Mocks one user and the filter by status. */
  async function openFiltered(status: UserStatus, query = '') {
    let shown: UserResponse = { ...other, status };
    server.use(
      http.put(`*${path}/:id/status`, ({ request }) => {
        const isActive = new URL(request.url).searchParams.get('active') === 'true';
        shown = { ...shown, status: isActive ? 'ACTIVE' : 'INACTIVE' };
        return HttpResponse.json({ payload: shown });
      }),
    );
    mockList(path, () => (query === '' || query.endsWith(`=${shown.status}`) ? [shown] : []));
    const app = await renderApp(`/users${query}`, { role: 'ADMIN' });
    await screen.findByRole('table');
    return app;
  }

  const activateButton = () => screen.findByRole('button', { name: 'Activate Mira Vogel' });
  const deactivateButton = () => screen.findByRole('button', { name: 'Deactivate Mira Vogel' });
  const deactivate = async ({ user }: Awaited<ReturnType<typeof openFiltered>>) => {
    await user.click(await deactivateButton());
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Mira Vogel?' }));
    await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  };
  const rowIsGone = () => waitFor(() => expect(screen.queryByText(student.email)).not.toBeInTheDocument());

  test('is on the button of the row', async () => {
    const app = await openFiltered('ACTIVE');
    await deactivate(app);
    await waitFor(async () => expect(await activateButton()).toHaveFocus());
    await app.user.click(await activateButton());
    expect(await deactivateButton()).toHaveFocus();
  });

  test('is on the heading when a filter hides the deactivated row', async () => {
    await deactivate(await openFiltered('ACTIVE', '?status=ACTIVE'));
    await rowIsGone();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('is on the heading when a filter hides the activated row', async () => {
    const { user } = await openFiltered('INACTIVE', '?status=INACTIVE');
    await user.click(await activateButton());
    await rowIsGone();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('does not move when the row leaves the list later', async () => {
    const { user } = await openFiltered('INACTIVE');
    await user.click(await activateButton());
    await deactivateButton();
    mockList(path, () => []);
    const box = screen.getByRole('checkbox', { name: 'Students' });
    await user.click(box);
    await rowIsGone();
    expect(box).toHaveFocus();
  });
});

describe('Remove second factor', () => {
  const details = { name: 'Mira Vogel student@portal.test' };
  const removal = { name: 'Remove second factor' };
  const factor = `${path}/user-0/second-factor`;

  async function openDialog() {
    const { user } = await openUser({});
    await user.click(screen.getByRole('button', details));
    await user.click(await screen.findByRole('button', removal));
    const title = 'Remove Mira Vogel’s second factor?';
    return { user, dialog: within(await screen.findByRole('dialog', { name: title })) };
  }

  test('is confirmed first, and names the mail', async () => {
    const sent = recordRequests('delete', factor);
    const { user, dialog } = await openDialog();
    expect(dialog.getByText(/We let them know by email\.$/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Mira Vogel can log in with the password alone again.')).toBeVisible();
    expect(sent).toHaveLength(1);
    // The details stay open.
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  });

  test('shows a failure in the dialog', async () => {
    server.use(http.delete(`*${factor}`, () => failure(404, 'exception.user.not-found')));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  test.each([
    { status: 'NEW' },
    { status: 'REGISTRATION_PENDING' },
    // The reader.
    { externalId: student.externalId },
  ] as const)('is not offered for %j', async (changes) => {
    const { user } = await openUser(changes);
    await user.click(screen.getByRole('button', details));
    expect(await screen.findByRole('dialog', { name: 'Mira Vogel' })).toBeVisible();
    expect(screen.queryByRole('button', removal)).not.toBeInTheDocument();
  });
});

describe('invitation', () => {
  test.each([
    ['en-US', 'Create Administrator', 'Language of the emails', 'English', 'de-DE'],
    ['de-DE', 'Administrator:in hinzufügen', 'Sprache der E-Mails', 'Deutsch', 'en-US'],
  ] as const)('has the chosen language, by default that of the page: %s', async (...row) => {
    const [language, name, label, own, other] = row;
    const sent = recordBodies('post', path);
    mockList(path, () => []);
    const { user } = await renderApp('/users', { role: 'ADMIN', language });
    const open = await screen.findByRole('button', { name });
    await user.click(open);
    const dialog = within(await screen.findByRole('dialog'));
    const choice = dialog.getByRole('combobox', { name: label });
    expect(choice).toHaveDisplayValue(own);
    await user.selectOptions(choice, other);
    for (const field of dialog.getAllByRole('textbox')) {
      await user.type(field, field.getAttribute('name') === 'email' ? 'new@portal.test' : 'Noor');
    }
    await user.selectOptions(dialog.getAllByRole('combobox')[0] ?? choice, 'OTHER');
    await user.click(dialog.getAllByRole('button').at(-1) ?? open);
    await waitFor(() =>
      expect(sent).toEqual([expect.objectContaining({ locale: language === 'en-US' ? 'de-DE' : 'en-US' })]),
    );
  });
});
