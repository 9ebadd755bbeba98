import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listDrafts } from '../features/listings/wizard/draft';
import { useDeviceFiles } from '../testing/deviceFiles';
import { failure } from '../testing/handlers';
import { completeValues, draftId, leaveDraft } from '../testing/listingDraft';
import { pictureFile } from '../testing/pictureFile';
import { ownListing, playListing } from '../testing/playListing';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';
import { wizardLoaded } from '../testing/wizardLoaded';

const id = ownListing().externalId;
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const save = () => screen.getByRole('button', { name: 'Save' });

/** A new listing of which everything but the pictures has been filled in. */
async function open(server = playListing(ownListing({ images: [] }))) {
  leaveDraft(completeValues(), { step: 7 });
  const app = await renderApp('/add-listing?step=7', { role: 'LANDLORD' });
  await wizardLoaded();
  await heading('Images');
  return { ...app, ...server, server };
}

async function choose({ user }: Awaited<ReturnType<typeof open>>, ...names: string[]) {
  await user.upload(
    await screen.findByLabelText(/Choose images/),
    names.map((name) => pictureFile(name, 'image/png')),
  );
  await screen.findByText(`${names.length} not uploaded yet`);
}

test('T300: Save creates the listing, uploads its pictures, reads it again and shows the overview', async () => {
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
      draftId,
    },
  ]);
  expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=8`);
  expect(await screen.findAllByRole('img', { name: /^Photo/ })).toHaveLength(2);
  expect(listDrafts(ownListing().landlord.externalId)).toEqual([]);
});

beforeEach(useDeviceFiles);

describe('a save that fails', () => {
  test('T307: says little, keeps everything, and can be tried again with the same mark', async () => {
    const app = await open();
    await choose(app, 'window.png');
    let refused = true;
    const ids: unknown[] = [];
    server.use(
      http.post('*/api/v1/listings', async ({ request }) => {
        ids.push(((await request.clone().json()) as { draftId: unknown }).draftId);
        if (refused) return failure(503, 'exception.server.unavailable');
        return undefined;
      }),
    );
    await app.user.click(save());
    await readToast(app.user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(save()).toBeEnabled();
    expect(app.sent).toEqual([]);
    refused = false;
    await app.user.click(save());
    await heading('Overview');
    expect(ids).toEqual([draftId, draftId]);
    expect(app.sent.slice(0, 2)).toEqual(['create', 'upload']);
  });

  test('after the first save a retry updates, and never makes a second listing', async () => {
    const app = await open();
    await choose(app, 'window.png');
    let broken = true;
    server.use(
      http.post('*/api/v1/listings/:id/images', () =>
        broken ? failure(503, 'exception.server.unavailable') : undefined,
      ),
    );
    await app.user.click(save());
    await readToast(app.user, 'The listing is saved, but not all of its images.');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=7`);
    expect(screen.getByRole('heading', { level: 1, name: 'Edit listing' })).toBeVisible();
    broken = false;
    await app.user.click(save());
    await heading('Overview');
    expect(app.sent.filter((name) => name !== 'order')).toEqual(['create', 'update', 'upload']);
    expect(app.bodies[1]?.lastModified).toBe('2026-11-03T10:00:00.000001Z');
  });

  test('an answer that was lost does no harm: what was changed since then is sent after it', async () => {
    const app = await open(playListing(ownListing({ images: [] })));
    await choose(app, 'window.png');
    const made = { ...app.server.stored, title: 'What was sent the first time' };
    server.use(http.post('*/api/v1/listings', () => HttpResponse.json({ payload: made }, { status: 201 })));
    await app.user.click(save());
    await heading('Overview');
    expect(app.sent[0]).toBe('update');
    expect(app.bodies[0]).toMatchObject({ title: 'Zimmer am Kanal', lastModified: made.lastModified });
  });

  test('what the server says against a field leads to its step', async () => {
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

test('going back after the first save does not lead to a second listing', async () => {
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

describe('pictures that are not uploaded yet', () => {
  describe('on a device that keeps them', () => {
    test('survive a reload, and are uploaded by the next Save', async () => {
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

    test('survive going back to a page before the wizard', async () => {
      const app = await open();
      await choose(app, 'window.png');
      // Going to an address within the app without a link, as Back does.
      const go = (address: string) =>
        act(() => {
          window.history.pushState(null, '', address);
          window.dispatchEvent(new PopStateEvent('popstate'));
        });
      go('/about');
      await waitFor(() => expect(screen.queryByRole('heading', { name: 'Images' })).not.toBeInTheDocument());
      go('/add-listing?step=7');
      expect(await screen.findByText('1 not uploaded yet')).toBeVisible();
    });

    test('are discarded with the draft', async () => {
      const app = await open();
      await choose(app, 'window.png');
      await app.user.click(screen.getByRole('button', { name: 'Start over' }));
      await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
      await heading('Title and type');
      app.unmount();
      leaveDraft(completeValues(), { step: 7 });
      await renderApp('/add-listing?step=7', { role: 'LANDLORD' });
      await screen.findByLabelText(/Choose images/);
      expect(screen.queryByText(/not uploaded yet/)).not.toBeInTheDocument();
    });

    test('leaving says that they are kept', async () => {
      const app = await open();
      await choose(app, 'window.png');
      await app.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Listings' }));
      const dialog = await screen.findByRole('dialog', { name: 'Leave without uploading?' });
      expect(dialog).toHaveTextContent(/It and everything that you entered are kept on this device/);
    });
  });

  test('that the device cannot keep are said to be lost by leaving', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const app = await open();
    await choose(app, 'window.png');
    expect(await screen.findByText(/^Your browser cannot keep 1 of the images\./)).toBeVisible();
  });

  test('closing the tab warns', async () => {
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

  test('a link within the app asks first', async () => {
    const app = await open();
    await choose(app, 'window.png', 'kitchen.png');
    const follow = () =>
      app.user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'My Listings' }));
    await follow();
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without uploading?' }));
    expect(dialog.getByText(/^2 images have not been uploaded yet/)).toBeVisible();
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/add-listing');
    await follow();
    await app.user.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { level: 1, name: 'My Listings' });
  });
});
