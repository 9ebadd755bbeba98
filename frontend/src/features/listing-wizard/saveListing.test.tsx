import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findLockedDrafts } from './drafts/draftLock';
import { listDrafts } from './drafts/draftStorage';
import { mockBrowserLocks } from '../../testing/browser/mockBrowserLocks';
import { resetIndexedDb } from '../../testing/resetIndexedDb';
import { failure } from '../../testing/handlers';
import { completeValues, draftId, storeDraft } from '../../testing/draftFixtures';
import { imageFile } from '../../testing/imageFile';
import { ownListing, mockListing } from '../../testing/mockListing';
import { pendingResponse } from '../../testing/pendingResponse';
import { expectToast } from '../../testing/expectToast';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import { findWizard } from '../../testing/findWizard';

const id = ownListing().externalId;
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const save = () => screen.getByRole('button', { name: 'Save' });

/** A new listing with all values except images, at the step Images. */
async function open(server = mockListing(ownListing({ images: [] }))) {
  storeDraft(completeValues(), { step: 7 });
  const app = await renderApp('/add-listing?step=7', { role: 'LANDLORD' });
  await findWizard();
  await heading('Images');
  return { ...app, ...server, server };
}

async function choose({ user }: Awaited<ReturnType<typeof open>>, ...names: string[]) {
  await user.upload(
    await screen.findByLabelText(/Choose images/),
    names.map((name) => imageFile(name, 'image/png')),
  );
  await screen.findByText(`${names.length} not uploaded yet`);
}

test('Save creates the listing, uploads its images and shows the overview', async () => {
  const app = await open();
  await choose(app, 'window.png', 'kitchen.png');
  await app.user.click(save());
  await waitFor(async () => expect(await heading('Overview')).toHaveFocus());
  expect(app.sent.slice(0, 3)).toEqual(['create', 'upload', 'upload']);
  expect(app.bodies).toEqual([
    {
      title: 'Zimmer am Kanal',
      unitType: 'APARTMENT',
      address: {
        street: 'Kanalweg',
        houseNumber: '3a',
        postalCode: '76131',
        city: 'Karlsruhe',
        district: null,
        region: 'Bayern',
      },
      areaSqm: 18.5,
      totalAreaSqm: 18.5,
      bedrooms: 1,
      bathrooms: 1,
      kitchens: 1,
      amenities: ['ENERGY_CERTIFICATE'],
      description: 'Ruhig und hell.',
      tenantDescription: 'Zwei wohnen schon hier.',
      locationDescription: 'Der Bus hält vor der Tür.',
      basicRent: 380,
      ancillaryCost: 60.5,
      securityDeposit: 760,
      additionalCosts: [],
      availableFrom: '2027-04-01',
      availableUntil: '2027-09-30',
      minimumMonths: 3,
      draftId,
    },
  ]);
  expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=8`);
  expect(await screen.findAllByRole('img', { name: /^Photo/ })).toHaveLength(2);
  expect(listDrafts(ownListing().landlord.externalId)).toEqual([]);
});

beforeEach(resetIndexedDb);

describe('a failed save', () => {
  test('shows a toast, keeps all values, and is retried with the same draft id', async () => {
    const app = await open();
    await choose(app, 'window.png');
    let isUnavailable = true;
    const ids: unknown[] = [];
    server.use(
      http.post('*/api/v1/listings', async ({ request }) => {
        ids.push(((await request.clone().json()) as { draftId: unknown }).draftId);
        if (isUnavailable) return failure(503, 'exception.server.unavailable');
        return undefined;
      }),
    );
    await app.user.click(save());
    await expectToast(app.user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(save()).toBeEnabled();
    expect(app.sent).toEqual([]);
    isUnavailable = false;
    await app.user.click(save());
    await heading('Overview');
    expect(ids).toEqual([draftId, draftId]);
    expect(app.sent.slice(0, 2)).toEqual(['create', 'upload']);
  });

  test('of the images is retried as an update of the created listing', async () => {
    const app = await open();
    await choose(app, 'window.png');
    let isBroken = true;
    server.use(
      http.post('*/api/v1/listings/:id/images', () =>
        isBroken ? failure(503, 'exception.server.unavailable') : undefined,
      ),
    );
    await app.user.click(save());
    await expectToast(app.user, 'The listing is saved, but not all of its images.');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=7`);
    expect(screen.getByRole('heading', { level: 1, name: 'Edit listing' })).toBeVisible();
    isBroken = false;
    await app.user.click(save());
    await heading('Overview');
    expect(app.sent.filter((name) => name !== 'order')).toEqual(['create', 'update', 'upload']);
    expect(app.bodies[1]?.lastModified).toBe('2026-11-03T10:00:00.000001Z');
  });

  test('of a description says so, and leaving warns that it is lost', async () => {
    const image = { externalId: 'a', location: '/a.jpg', description: '' };
    const { externalId } = mockListing(ownListing({ images: [image] })).stored;
    server.use(
      http.put(`*/api/v1/listings/${externalId}/images/a`, () =>
        failure(503, 'exception.server.unavailable'),
      ),
    );
    const { user } = await renderApp(`/manage-listing/${externalId}?step=7`, { role: 'LANDLORD' });
    await user.type(await screen.findByLabelText('What does image 1 show?'), 'Bed');
    await user.click(save());
    await expectToast(user, 'The listing is saved, but not all descriptions of its images.');
    expect(screen.getByLabelText('What does image 1 show?')).toHaveAccessibleDescription(
      'The description was not saved. The service cannot be reached right now. Please try again in a moment.',
    );
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Listings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(dialog).toHaveTextContent('The description of 1 image has not been saved and will be lost.');
  });

  test('whose response was lost is followed by an update with the current values', async () => {
    const app = await open(mockListing(ownListing({ images: [] })));
    await choose(app, 'window.png');
    const created = { ...app.server.stored, title: 'What was sent the first time' };
    server.use(
      http.post('*/api/v1/listings', () => HttpResponse.json({ payload: created }, { status: 201 })),
    );
    await app.user.click(save());
    await heading('Overview');
    expect(app.sent[0]).toBe('update');
    expect(app.bodies[0]).toMatchObject({ title: 'Zimmer am Kanal', lastModified: created.lastModified });
  });

  test('with a field error opens the step of the field', async () => {
    const app = await open();
    await choose(app, 'window.png');
    server.use(
      http.post('*/api/v1/listings', () =>
        HttpResponse.json(
          {
            error: {
              message: 'exception.request.invalid',
              fields: { basicRent: 'validation.out-of-range', 'address.postalCode': 'validation.invalid' },
              requestId: 'test',
            },
          },
          { status: 400 },
        ),
      ),
    );
    await app.user.click(save());
    await heading('Location');
    const postalCode = screen.getByRole('textbox', { name: 'Postal code' });
    expect(postalCode).toHaveAccessibleDescription('This is not valid');
    await waitFor(() => expect(postalCode).toHaveFocus());
  });
});

test('a created listing is locked for this tab until the wizard is left', async () => {
  mockBrowserLocks();
  const app = await open();
  await choose(app, 'window.png');
  await app.user.click(save());
  await heading('Overview');
  expect(await findLockedDrafts()).toContain(id);
  await app.user.click(screen.getByRole('link', { name: 'Keep as Draft' }));
  await screen.findByRole('heading', { level: 1, name: 'My Listings' });
  expect(await findLockedDrafts()).toEqual(new Set());
});

test('Back after the first save edits the created listing', async () => {
  const app = await open();
  await app.user.click(screen.getByRole('button', { name: 'Back' }));
  await heading('Pricing');
  await app.user.click(screen.getByRole('button', { name: 'Next' }));
  await choose(app, 'window.png');
  await app.user.click(save());
  await heading('Overview');
  window.history.go(-2);
  await heading('Pricing');
  await waitFor(() => expect(window.location.pathname).toBe(`/manage-listing/${id}`));
  expect(screen.getByRole('heading', { level: 1, name: 'Edit listing' })).toBeVisible();
});

test('Back from a copy loads the created listing, whose response is no longer cached', async () => {
  const app = await open();
  await choose(app, 'window.png');
  await app.user.click(save());
  await heading('Overview');
  const copy = ownListing({ externalId: 'copy', title: 'Copy' });
  server.use(
    http.post(`*/api/v1/listings/${id}/copy`, () => HttpResponse.json({ payload: copy }, { status: 201 })),
    http.get('*/api/v1/listings/copy', () => HttpResponse.json({ payload: copy })),
  );
  await app.user.click(screen.getByRole('button', { name: 'Copy' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Copy'));
  forgetListing(app.store, id);
  const answer = pendingResponse();
  server.use(http.get(`*/api/v1/listings/${id}`, answer.resolver));
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe(`/manage-listing/${id}`));
  // Longer than it takes to open a draft.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByRole('img', { name: 'Loading the listing' })).toBeVisible();
  answer.respond();
  await heading('Overview');
  expect(await screen.findByText('Zimmer am Kanal')).toBeVisible();
});

/** As RTK Query does a minute after nothing shows the listing any more. */
function forgetListing({ dispatch, getState }: Awaited<ReturnType<typeof open>>['store'], listingId: string) {
  const cached = () => Object.keys(getState().api.queries).filter((key) => key.includes(listingId));
  expect(cached()).not.toEqual([]);
  for (const queryCacheKey of cached()) {
    dispatch({ type: 'api/queries/removeQueryResult', payload: { queryCacheKey } });
  }
  expect(cached()).toEqual([]);
}

describe('pending images', () => {
  describe('with IndexedDB', () => {
    test('survive a reload and are uploaded by the next Save', async () => {
      const app = await open();
      await choose(app, 'window.png', 'kitchen.png');
      await app.user.click(screen.getByRole('button', { name: 'Rotate image 2 left' }));
      app.unmount();
      await renderApp('/add-listing?step=7', { role: 'LANDLORD' });
      expect(await screen.findByText('2 images that you chose are here, too.')).toBeVisible();
      expect(await screen.findByText('2 not uploaded yet')).toBeVisible();
      await app.user.click(save());
      await heading('Overview');
      expect(app.sent.filter((name) => name === 'upload')).toHaveLength(2);
    });

    test('survive Back to another page', async () => {
      const app = await open();
      await choose(app, 'window.png');
      // Navigates without a link, as Back does.
      const navigate = (url: string) =>
        act(() => {
          window.history.pushState(null, '', url);
          window.dispatchEvent(new PopStateEvent('popstate'));
        });
      navigate('/about');
      await waitFor(() => expect(screen.queryByRole('heading', { name: 'Images' })).not.toBeInTheDocument());
      navigate('/add-listing?step=7');
      expect(await screen.findByText('1 not uploaded yet')).toBeVisible();
    });

    test('are kept for the listing when the user leaves while it is being created', async () => {
      const app = await open();
      await choose(app, 'window.png');
      const answer = pendingResponse();
      server.use(http.post('*/api/v1/listings', answer.resolver));
      await app.user.click(save());
      await app.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Listings' }));
      await app.user.click(await screen.findByRole('button', { name: 'Leave' }));
      await screen.findByRole('heading', { level: 1, name: 'My Listings' });
      answer.respond();
      await expectToast(app.user, 'The listing is saved, but not all of its images.');
      app.unmount();
      await renderApp(`/manage-listing/${id}?step=7`, { role: 'LANDLORD' });
      expect(await screen.findByText('1 not uploaded yet')).toBeVisible();
    });

    test('are discarded with the draft', async () => {
      const app = await open();
      await choose(app, 'window.png');
      await app.user.click(screen.getByRole('button', { name: 'Start over' }));
      await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
      await heading('Title and type');
      app.unmount();
      storeDraft(completeValues(), { step: 7 });
      await renderApp('/add-listing?step=7', { role: 'LANDLORD' });
      await screen.findByLabelText(/Choose images/);
      expect(screen.queryByText(/not uploaded yet/)).not.toBeInTheDocument();
    });

    test('are announced as kept when the user leaves', async () => {
      const app = await open();
      await choose(app, 'window.png');
      await app.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Listings' }));
      const dialog = await screen.findByRole('dialog', { name: 'Leave without uploading?' });
      expect(dialog).toHaveTextContent(/It and everything that you entered are kept on this device/);
    });
  });

  test('that cannot be stored show a warning', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const app = await open();
    await choose(app, 'window.png');
    expect(await screen.findByText(/^Your browser cannot keep one of the images\./)).toBeVisible();
  });

  test('prevent closing the tab', async () => {
    const app = await open();
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await choose(app, 'window.png');
    expect(close()).toBe(true);
  });

  test('open a dialog on a link within the app', async () => {
    const app = await open();
    await choose(app, 'window.png', 'kitchen.png');
    const clickLink = () =>
      app.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Listings' }));
    await clickLink();
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without uploading?' }));
    expect(dialog.getByText(/^2 images have not been uploaded yet/)).toBeVisible();
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/add-listing');
    await clickLink();
    await app.user.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { level: 1, name: 'My Listings' });
  });
});
