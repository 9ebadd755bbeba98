import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ListingResponse } from '../../../api/generated';
import { application, listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { confirmLogout, logOut } from '../../../testing/logOut';
import { expectToast } from '../../../testing/expectToast';
import { pendingResponse } from '../../../testing/pendingResponse';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const url = `/listing/${listing().externalId}/apply`;
const letter = () => screen.findByLabelText('Application letter');
const confirm = () => screen.getByRole('button', { name: 'Confirm' });

function mockListing(changes: Partial<ListingResponse>) {
  server.use(http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing(changes) })));
}

function recordApplications() {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/applications/listing/:id', async ({ request, params }) => {
      sent.push([params['id'], await request.json()]);
      return HttpResponse.json({ payload: application() }, { status: 201 });
    }),
  );
  return sent;
}

test('shows the listing card, the next steps and the letter', async () => {
  await renderApp(url, { role: 'STUDENT' });
  expect(await letter()).toBeVisible();
  expect(within(screen.getByRole('article')).getByText('€465.50')).toBeVisible();
  expect(screen.getByText(/^We check your application first;/)).toBeVisible();
});

test('does not send an empty letter', async () => {
  const sent = recordApplications();
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await user.type(await letter(), '   ');
  await user.click(confirm());
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(await letter()).toHaveFocus();
  expect(sent).toEqual([]);
  await user.type(await letter(), 'Hello');
  expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
});

describe('a long letter', () => {
  test('shows its length in characters', async () => {
    const { user } = await renderApp(url, { role: 'STUDENT' });
    await user.type(await letter(), ' Hi 🏠 ');
    expect(screen.getByText('4 of 5,000 characters')).toBeVisible();
  });

  test('is limited to 5,000 characters', async () => {
    const sent = recordApplications();
    const { user } = await renderApp(url, { role: 'STUDENT' });
    await user.click(await letter());
    await user.paste('x'.repeat(5001));
    await user.click(confirm());
    expect(await screen.findByText('Please shorten the text to 5,000 characters')).toBeVisible();
    expect(sent).toEqual([]);
    await user.type(await letter(), '{Backspace}');
    await user.click(confirm());
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});

test('Cancel opens the listing', async () => {
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await letter();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(window.location.pathname).toBe(`/listing/${listing().externalId}`);
});

test('Confirm sends the letter and opens the success page', async () => {
  const sent = recordApplications();
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  expect(await screen.findByRole('heading', { name: 'Your application is on its way' })).toBeVisible();
  expect(window.location.pathname).toBe('/application-success');
  expect(sent).toEqual([[listing().externalId, { applicationLetter: 'Guten Tag' }]]);
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'My Applications' }));
  expect(window.location.pathname).toBe('/my-applications');
});

test('a student who has left the page stays there, and sees that the letter was sent', async () => {
  const sending = pendingResponse(() => HttpResponse.json({ payload: application() }, { status: 201 }));
  server.use(http.post('*/api/v1/applications/listing/:id', sending.resolver));
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  sending.respond();
  await expectToast(user, 'Your application is on its way');
  expect(window.location.pathname).toBe('/');
});

test('the success page links to the last results, or to the search', async () => {
  const { user, unmount } = await renderApp('/application-success', { role: 'STUDENT' });
  const keepSearching = () => screen.findByRole('link', { name: 'Keep searching' });
  expect(await keepSearching()).toHaveAttribute('href', '/');
  unmount();
  await renderApp('/?unitTypes=ROOM&sort=areaSqm', { role: 'STUDENT' });
  await user.click((await screen.findAllByRole('link', { name: listing().title }))[0] ?? document.body);
  await user.click(await screen.findByRole('link', { name: 'Apply' }));
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  expect(await keepSearching()).toHaveAttribute('href', '/?unitTypes=ROOM&sort=areaSqm');
});

test('shows an error of the server and keeps the letter', async () => {
  server.use(
    http.post('*/api/v1/applications/listing/:id', () =>
      failure(409, 'exception.application.already-exists'),
    ),
  );
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  const text = await screen.findByText('You have already applied for this place.');
  expect(text.closest('[role=alert]')).not.toBeNull();
  expect(await letter()).toHaveValue('Guten Tag');
  expect(confirm()).toBeEnabled();
});

test('the field is named tenantDescription, and the letter is sent as applicationLetter', async () => {
  const sent = recordApplications();
  const { user } = await renderApp(url, { role: 'STUDENT' });
  expect(await letter()).toHaveAttribute('name', 'tenantDescription');
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  await waitFor(() => expect(sent).toEqual([[listing().externalId, { applicationLetter: 'Guten Tag' }]]));
});

test('shows a field error of the server until the letter changes', async () => {
  server.use(
    http.post('*/api/v1/applications/listing/:id', () =>
      HttpResponse.json(
        {
          error: {
            message: 'exception.request.invalid',
            fields: { applicationLetter: 'validation.invalid' },
            requestId: 'test',
          },
        },
        { status: 400 },
      ),
    ),
  );
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  expect(await screen.findByText('This is not valid')).toBeVisible();
  expect(await letter()).toHaveAccessibleDescription(/This is not valid/);
  expect(await letter()).toHaveFocus();
  expect(screen.queryByText('Please check what you entered.')).not.toBeInTheDocument();
  await user.type(await letter(), '!');
  expect(screen.queryByText('This is not valid')).not.toBeInTheDocument();
});

describe('an unsent letter', () => {
  test('survives a reload', async () => {
    const { user, unmount } = await renderApp(url, { role: 'STUDENT' });
    await user.type(await letter(), 'Guten Tag');
    unmount();
    await renderApp(url, { role: 'STUDENT' });
    expect(await letter()).toHaveValue('Guten Tag');
  });

  test('is removed when it is sent', async () => {
    recordApplications();
    const { user, unmount } = await renderApp(url, { role: 'STUDENT' });
    await user.type(await letter(), 'Guten Tag');
    await user.click(confirm());
    await waitFor(() => expect(window.location.pathname).toBe('/application-success'));
    unmount();
    await renderApp(url, { role: 'STUDENT' });
    expect(await letter()).toHaveValue('');
  });

  test('is stored for one listing', async () => {
    const { user, unmount } = await renderApp(url, { role: 'STUDENT' });
    await user.type(await letter(), 'Guten Tag');
    unmount();
    mockListing({ externalId: 'another' });
    await renderApp('/listing/another/apply', { role: 'STUDENT' });
    expect(await letter()).toHaveValue('');
  });
});

test('a student who has applied sees the status instead of the form', async () => {
  mockListing({ application: { externalId: 'a', status: 'APPROVED' } });
  await renderApp(url, { role: 'STUDENT' });
  expect(await screen.findByRole('heading', { name: 'You have already applied here' })).toBeVisible();
  expect(screen.getByText('Approved')).toHaveAttribute('data-tone', 'green');
  expect(screen.queryByLabelText('Application letter')).not.toBeInTheDocument();
});

test.each([
  ['has applied', { application: { externalId: 'a', status: 'PENDING' } }, 'You have already applied here'],
  ['is too late', { status: 'RENTED' }, 'No applications are possible here right now'],
] as const)('a student who %s reads so first, as the heading of the page', async (_, changes, text) => {
  mockListing(changes);
  await renderApp(url, { role: 'STUDENT' });
  const heading = await screen.findByRole('heading', { level: 1, name: text });
  expect(screen.getAllByRole('heading', { level: 1 })).toEqual([heading]);
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  expect(heading.compareDocumentPosition(screen.getByRole('article'))).toBe(DOCUMENT_POSITION_FOLLOWING);
});

test('on a phone, the listing is a row with its title and rent, which leaves room for the form', async () => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    real(query === '(min-width: 900px)' ? 'not all' : query),
  );
  await renderApp(url, { role: 'STUDENT' });
  expect(await letter()).toBeVisible();
  const row = within(screen.getByRole('article'));
  expect(row.getByRole('link', { name: listing().title })).toBeVisible();
  expect(row.getByText('€465.50')).toBeVisible();
  expect(row.queryByRole('list')).not.toBeInTheDocument();
});

test.each(['RENTED', 'ARCHIVED', 'DRAFT'] as const)(
  'a listing with status %s has no form',
  async (status) => {
    mockListing({ status });
    await renderApp(url, { role: 'STUDENT' });
    const text = 'No applications are possible here right now';
    expect(await screen.findByRole('heading', { name: text })).toBeVisible();
    expect(screen.queryByLabelText('Application letter')).not.toBeInTheDocument();
  },
);

test('a letter that was copied from a PDF file is sent without its control characters', async () => {
  const sent = recordApplications();
  const { user } = await renderApp(url, { role: 'STUDENT' });
  await user.click(await letter());
  await user.paste('Guten\u0002 Tag,\n\tich\f suche');
  await user.click(confirm());
  await waitFor(() =>
    expect(sent).toEqual([[listing().externalId, { applicationLetter: 'Guten Tag,\n\tich suche' }]]),
  );
});

test('an unknown listing shows the not-found page', async () => {
  server.use(http.get('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
  await renderApp(url, { role: 'STUDENT' });
  expect(
    await screen.findByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
  ).toBeVisible();
});

test('a logout deletes the unsent letter', async () => {
  const { user, unmount } = await renderApp(url, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await logOut(user);
  await confirmLogout(user);
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  unmount();
  await renderApp(url, { role: 'STUDENT' });
  expect(await letter()).toHaveValue('');
});
