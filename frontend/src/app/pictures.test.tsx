import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ImageResponse } from '../api/generated';
import { failure } from '../testing/handlers';
import { pictureFile } from '../testing/pictureFile';
import { ownListing, playListing } from '../testing/playListing';
import { recordBodies } from '../testing/recordBodies';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const images: ImageResponse[] = ['a', 'b', 'c'].map((id) => ({ externalId: id, location: `/${id}.jpg` }));
const { externalId } = ownListing();
const path = `*/api/v1/listings/${externalId}/images`;
const letter = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' });

/** The step of the pictures, of a listing that has three. */
async function open(changes: { images?: ImageResponse[]; language?: 'de-DE' | 'en-US' } = {}) {
  const played = playListing(ownListing({ images: changes.images ?? images }));
  const app = await renderApp(`/manage-listing/${externalId}?step=7`, {
    role: 'LANDLORD',
    language: changes.language ?? 'en-US',
  });
  const input = await screen.findByLabelText(/Choose images|Bilder auswählen/);
  return { ...app, played, input };
}

const tiles = () =>
  within(screen.getByRole('list', { name: 'Images of the listing' })).getAllByRole('listitem');
const shown = () => tiles().map((tile) => tile.querySelector('img')?.getAttribute('src'));
/** What screen readers say by themselves; dragging has a place of its own for it. */
const said = () => screen.getAllByRole('status').map((place) => place.textContent);
const press = (name: string) => screen.getByRole('button', { name });

test('T294 T295: several can be chosen, only pictures, and one is needed', async () => {
  const { input, user } = await open({ images: [] });
  expect(input).toHaveAttribute('accept', 'image/*');
  expect(input).toHaveAttribute('multiple');
  expect(input).not.toHaveAttribute('aria-invalid');
  await user.click(press('Save'));
  expect(await screen.findByText('At least one image is required')).toBeVisible();
  expect(input).toHaveAttribute('aria-invalid', 'true');
  fireEvent.change(input, { target: { files: [pictureFile('a.jpg'), letter] } });
  expect(await screen.findByText(/^Not added: letter\.pdf\. A PDF cannot be used here\./)).toBeVisible();
  expect(screen.getByText('1 of 20 images')).toBeVisible();
  expect(screen.queryByText('At least one image is required')).not.toBeInTheDocument();
  expect(said()).toContain('1 image added');
});

test('pictures can be dropped and pasted', async () => {
  const { input } = await open();
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [pictureFile('dropped.jpg')], types: ['Files'] },
  });
  input.dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  expect(await screen.findByText('4 of 20 images')).toBeVisible();
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files: [pictureFile('pasted.png', 'image/png')] },
  });
  document.body.dispatchEvent(paste);
  expect(await screen.findByText('5 of 20 images')).toBeVisible();
  expect(screen.getByText('2 not uploaded yet')).toBeVisible();
  expect(paste.defaultPrevented).toBe(true);
});

test('pasted text is none of its business', async () => {
  await open();
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files: [] },
  });
  document.body.dispatchEvent(paste);
  expect(paste.defaultPrevented).toBe(false);
});

describe('the order', () => {
  test('is changed by buttons and saved; the first one is the cover', async () => {
    const { user } = await open();
    const orders = recordBodies('put', `/api/v1/listings/${externalId}/images/order`, () =>
      HttpResponse.json({
        payload: ownListing({ images: [images[1], images[0], images[2]] as ImageResponse[] }),
      }),
    );
    expect(press('Image 1 of 3, cover')).toBeVisible();
    expect(press('Move image 1 earlier')).toHaveAttribute('aria-disabled', 'true');
    expect(press('Move image 3 later')).toHaveAttribute('aria-disabled', 'true');
    await user.click(press('Move image 1 later'));
    expect(shown()).toEqual(['/images/500x500/b.jpg', '/images/500x500/a.jpg', '/images/500x500/c.jpg']);
    expect(said()).toContain('Now image 2 of 3');
    // It is still the same picture, so the next press moves it on.
    expect(press('Move image 2 later')).toHaveFocus();
    await waitFor(() => expect(orders).toEqual([{ imageIds: ['b', 'a', 'c'] }]));
  });

  test('that is saved while the details are being saved is no change by somebody else', async () => {
    const { user, played } = await open();
    const seen: unknown[] = [];
    server.use(
      http.put(`*/api/v1/listings/${externalId}`, async ({ request }) => {
        const { lastModified } = (await request.json()) as { lastModified: string };
        seen.push(lastModified);
        if (seen.length === 1) played.change({ images: images.toReversed() });
        return lastModified === played.stored.lastModified
          ? HttpResponse.json({ payload: played.stored })
          : failure(409, 'exception.listing.stale');
      }),
    );
    await user.click(press('Save'));
    expect(await screen.findByRole('heading', { level: 2, name: 'Overview' })).toBeVisible();
    expect(seen).toHaveLength(2);
  });

  test('goes back when the portal refuses it, and says why', async () => {
    const { user } = await open();
    server.use(http.put(`${path}/order`, () => failure(409, 'exception.listing.stale')));
    await user.click(press('Move image 3 earlier'));
    expect(
      await screen.findByText(
        'The order was not saved. The listing has been changed in the meantime. Please reload it.',
      ),
    ).toBeVisible();
    expect(shown()).toEqual(['/images/500x500/a.jpg', '/images/500x500/b.jpg', '/images/500x500/c.jpg']);
  });
});

test.each([
  ['left', 'ROTATE_270'],
  ['right', 'ROTATE_90'],
] as const)('T299: an image is rotated %s and the new picture is shown', async (direction, action) => {
  const { user, played } = await open();
  const asked: (string | null)[] = [];
  let release = () => undefined as void;
  const busy = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.put(`${path}/b/transform`, async ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('action'));
      await busy;
      const turned = { externalId: 'b', location: '/turned.jpg' };
      played.change({ images: images.map((image) => (image.externalId === 'b' ? turned : image)) });
      return HttpResponse.json({ payload: turned });
    }),
  );
  await user.click(press(`Rotate image 2 ${direction}`));
  expect(screen.getByRole('progressbar', { name: 'Image 2 is being rotated' })).toBeVisible();
  // Once more while it is being rotated would be of the older picture.
  await user.click(press(`Rotate image 2 ${direction}`));
  release();
  await waitFor(() => expect(shown()[1]).toBe('/images/500x500/turned.jpg'));
  expect(asked).toEqual([action]);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

describe('deleting', () => {
  async function deleteFirst(user: Awaited<ReturnType<typeof open>>['user']) {
    await user.click(press('Delete image 1'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete image?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete image' }));
  }

  test('T298: an existing image is deleted after a question, and the focus goes to the next one', async () => {
    const { user, played } = await open();
    const deleted: string[] = [];
    server.use(
      http.delete(`${path}/:image`, ({ params }) => {
        deleted.push(String(params['image']));
        played.change({ images: images.slice(1) });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await deleteFirst(user);
    await waitFor(() => expect(shown()).toEqual(['/images/500x500/b.jpg', '/images/500x500/c.jpg']));
    expect(deleted).toEqual(['a']);
    await waitFor(() => expect(press('Image 1 of 2, cover')).toHaveFocus());
  });

  test('that is refused says why, and the image stays', async () => {
    const { user } = await open({ images: images.slice(0, 1) });
    server.use(http.delete(`${path}/:image`, () => failure(409, 'exception.listing.image-required')));
    await deleteFirst(user);
    expect(
      await screen.findByText('The image was not deleted. An available listing needs at least one image.'),
    ).toBeVisible();
    expect(shown()).toEqual(['/images/500x500/a.jpg']);
    expect(press('Delete image 1')).toHaveAttribute('aria-disabled', 'false');
  });

  test('one that waits needs no question', async () => {
    const { user, input } = await open({ images: [] });
    await user.upload(input, pictureFile('a.jpg'));
    await user.click(press('Delete image 1'));
    expect(screen.queryByRole('list', { name: 'Images of the listing' })).not.toBeInTheDocument();
    await waitFor(() => expect(input).toHaveFocus());
  });
});

describe('uploading', () => {
  test('T300 T307: one that fails says why and is sent again without the others', async () => {
    const { user, input, played } = await open();
    const sent: string[] = [];
    let connected = false;
    server.use(
      http.post(path, async ({ request }) => {
        const name = /filename="([^"]+)"/.exec(await request.text())?.[1] ?? '';
        sent.push(name);
        if (name === 'bad.jpg') return failure(415, 'exception.image.file-type');
        if (name === 'lost.jpg' && !connected) return HttpResponse.error();
        const image = { externalId: name, location: `/${name}` };
        played.change({ images: [...played.stored.images, image] });
        return HttpResponse.json({ payload: [image] }, { status: 201 });
      }),
    );
    await user.upload(input, [pictureFile('good.jpg'), pictureFile('bad.jpg'), pictureFile('lost.jpg')]);
    await user.click(press('Save'));
    expect(await screen.findByText('No connection. Please check it and try again.')).toBeVisible();
    expect(await screen.findByText('Only JPEG, PNG and WebP images are allowed.')).toBeVisible();
    expect(sent.toSorted((a, b) => a.localeCompare(b))).toEqual(['bad.jpg', 'good.jpg', 'lost.jpg']);
    // What would be refused again cannot be sent again.
    expect(screen.getAllByRole('button', { name: /^Try again/ })).toHaveLength(1);
    expect(screen.getByText('2 not uploaded yet')).toBeVisible();

    connected = true;
    sent.length = 0;
    await user.click(press('Try again: upload image 6'));
    expect(await screen.findByText('1 not uploaded yet')).toBeVisible();
    expect(sent).toEqual(['lost.jpg']);
  });

  test('shows that it is under way', async () => {
    const { user, input } = await open();
    server.use(http.post(path, () => delay('infinite')));
    await user.upload(input, pictureFile('a.jpg'));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    await user.click(press('Save'));
    expect(await screen.findByRole('progressbar', { name: 'Image 4 is being uploaded' })).toBeVisible();
    expect(press('Rotate image 4 left')).toHaveAttribute('aria-disabled', 'true');
  });
});

test('everything is said in German, too', async () => {
  const { user } = await open({ language: 'de-DE' });
  expect(press('Bild 1 von 3, Titelbild')).toHaveAttribute('aria-roledescription', 'verschiebbares Bild');
  server.use(http.put(`${path}/a/transform`, () => HttpResponse.error()));
  await user.click(press('Bild 1 nach links drehen'));
  expect(
    await screen.findByText(
      'Das Bild wurde nicht gedreht. Keine Verbindung. Bitte prüfe sie und versuche es noch einmal.',
    ),
  ).toBeVisible();
});
