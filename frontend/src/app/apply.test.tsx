import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ListingResponse } from '../api/generated';
import { application, listing } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const address = `/listing/${listing().externalId}/apply`;
const letter = () => screen.findByLabelText('Application letter');
const confirm = () => screen.getByRole('button', { name: 'Confirm' });

function playListing(changes: Partial<ListingResponse>) {
  server.use(http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing(changes) })));
}

function recordSent() {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/v1/applications/listing/:id', async ({ request, params }) => {
      sent.push([params['id'], await request.json()]);
      return HttpResponse.json({ payload: application() }, { status: 201 });
    }),
  );
  return sent;
}

test('H119: the listing card, what happens next, and the letter', async () => {
  await renderApp(address, { role: 'STUDENT' });
  expect(await letter()).toBeVisible();
  expect(within(screen.getByRole('article')).getByText('€465.50')).toBeVisible();
  expect(screen.getByText(/^We check your application first;/)).toBeVisible();
});

test('H120: an empty letter is not sent', async () => {
  const sent = recordSent();
  const { user } = await renderApp(address, { role: 'STUDENT' });
  await user.type(await letter(), '   ');
  await user.click(confirm());
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(await letter()).toHaveFocus();
  expect(sent).toEqual([]);
  await user.type(await letter(), 'Hello');
  expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
});

describe('a long letter', () => {
  test('is counted in characters', async () => {
    const { user } = await renderApp(address, { role: 'STUDENT' });
    await user.type(await letter(), ' Hi 🏠 ');
    expect(screen.getByText('4 of 5,000 characters')).toBeVisible();
  });

  test('may have 5,000 characters and no more', async () => {
    const sent = recordSent();
    const { user } = await renderApp(address, { role: 'STUDENT' });
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

test('H121: Cancel leads to the listing', async () => {
  const { user } = await renderApp(address, { role: 'STUDENT' });
  await letter();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  expect(window.location.pathname).toBe(`/listing/${listing().externalId}`);
});

test('H122 H124: Confirm sends the letter and leads to the success page, and from there on', async () => {
  const sent = recordSent();
  const { user } = await renderApp(address, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  expect(await screen.findByRole('heading', { name: 'Your application is on its way' })).toBeVisible();
  expect(window.location.pathname).toBe('/application-success');
  expect(sent).toEqual([[listing().externalId, { applicationLetter: 'Guten Tag' }]]);
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'My Applications' }));
  expect(window.location.pathname).toBe('/my-applications');
});

test('the success page leads back to the search, and to the last results where there were some', async () => {
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

test('H123: what the server says against it is shown in an alert, and the letter stays', async () => {
  server.use(
    http.post('*/api/v1/applications/listing/:id', () =>
      failure(409, 'exception.application.already-exists'),
    ),
  );
  const { user } = await renderApp(address, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  const said = await screen.findByText('You have already applied for this place.');
  expect(said.closest('[role=alert]')).not.toBeNull();
  expect(await letter()).toHaveValue('Guten Tag');
  expect(confirm()).toBeEnabled();
});

test('the form calls the letter tenantDescription, and the request applicationLetter', async () => {
  const sent = recordSent();
  const { user } = await renderApp(address, { role: 'STUDENT' });
  expect(await letter()).toHaveAttribute('name', 'tenantDescription');
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  await waitFor(() => expect(sent).toEqual([[listing().externalId, { applicationLetter: 'Guten Tag' }]]));
});

test('what the server says against the letter stands under its field until it is changed', async () => {
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
  const { user } = await renderApp(address, { role: 'STUDENT' });
  await user.type(await letter(), 'Guten Tag');
  await user.click(confirm());
  expect(await screen.findByText('This is not valid')).toBeVisible();
  expect(await letter()).toHaveAccessibleDescription(/This is not valid/);
  expect(await letter()).toHaveFocus();
  expect(screen.queryByText('Please check what you entered.')).not.toBeInTheDocument();
  await user.type(await letter(), '!');
  expect(screen.queryByText('This is not valid')).not.toBeInTheDocument();
});

describe('a letter that is being written', () => {
  test('survives a reload', async () => {
    const { user, unmount } = await renderApp(address, { role: 'STUDENT' });
    await user.type(await letter(), 'Guten Tag');
    unmount();
    await renderApp(address, { role: 'STUDENT' });
    expect(await letter()).toHaveValue('Guten Tag');
  });

  test('is forgotten once it is sent', async () => {
    recordSent();
    const { user, unmount } = await renderApp(address, { role: 'STUDENT' });
    await user.type(await letter(), 'Guten Tag');
    await user.click(confirm());
    await waitFor(() => expect(window.location.pathname).toBe('/application-success'));
    unmount();
    await renderApp(address, { role: 'STUDENT' });
    expect(await letter()).toHaveValue('');
  });

  test('belongs to one listing', async () => {
    const { user, unmount } = await renderApp(address, { role: 'STUDENT' });
    await user.type(await letter(), 'Guten Tag');
    unmount();
    playListing({ externalId: 'another' });
    await renderApp('/listing/another/apply', { role: 'STUDENT' });
    expect(await letter()).toHaveValue('');
  });
});

test('somebody who has applied sees how it stands instead of the form', async () => {
  playListing({ application: { externalId: 'a', status: 'APPROVED' } });
  await renderApp(address, { role: 'STUDENT' });
  expect(await screen.findByRole('heading', { name: 'You have already applied here' })).toBeVisible();
  expect(screen.getByText('Approved')).toHaveAttribute('data-tone', 'green');
  expect(screen.queryByLabelText('Application letter')).not.toBeInTheDocument();
});

test.each(['RENTED', 'ARCHIVED', 'DRAFT'] as const)(
  'a listing that is %s takes no application',
  async (status) => {
    playListing({ status });
    await renderApp(address, { role: 'STUDENT' });
    const said = 'No applications are possible here right now';
    expect(await screen.findByRole('heading', { name: said })).toBeVisible();
    expect(screen.queryByLabelText('Application letter')).not.toBeInTheDocument();
  },
);

test('an unknown listing is the not-found page', async () => {
  server.use(http.get('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
  await renderApp(address, { role: 'STUDENT' });
  expect(
    await screen.findByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
  ).toBeVisible();
});
