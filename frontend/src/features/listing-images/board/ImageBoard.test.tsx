import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ImageResponse } from '../../../api/generated';
import { failure } from '../../../testing/handlers';
import { imageFile } from '../../../testing/imageFile';
import { ownListing, mockListing } from '../../../testing/mockListing';
import { recordBodies } from '../../../testing/recordBodies';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const images: ImageResponse[] = ['a', 'b', 'c'].map((id) => ({
  externalId: id,
  location: `/${id}.jpg`,
  description: '',
}));
const { externalId } = ownListing();
const path = `*/api/v1/listings/${externalId}/images`;
const letter = new File(['%PDF-1.7'], 'letter.pdf', { type: 'application/pdf' });

/** Opens the images step of a listing with three images. */
async function open(changes: { images?: ImageResponse[]; language?: 'de-DE' | 'en-US' } = {}) {
  const mock = mockListing(ownListing({ images: changes.images ?? images }));
  const app = await renderApp(`/manage-listing/${externalId}?step=7`, {
    role: 'LANDLORD',
    language: changes.language ?? 'en-US',
  });
  const input = await screen.findByLabelText(/Choose images|Bilder auswählen/);
  return { ...app, mock, input };
}

const tiles = () =>
  within(screen.getByRole('list', { name: 'Images of the listing' })).getAllByRole('listitem');
const shown = () => tiles().map((tile) => tile.querySelector('img')?.getAttribute('src'));
/** The texts of live regions; dnd-kit has another one. */
const announcements = () => screen.getAllByRole('status').map((region) => region.textContent);
const button = (name: string) => screen.getByRole('button', { name });

test('accepts several images, and requires one', async () => {
  const { input, user } = await open({ images: [] });
  expect(input).toHaveAttribute('accept', 'image/*');
  expect(input).toHaveAttribute('multiple');
  expect(input).not.toHaveAttribute('aria-invalid');
  await user.click(button('Save'));
  expect(await screen.findByText('At least one image is required')).toBeVisible();
  expect(input).toHaveAttribute('aria-invalid', 'true');
  fireEvent.change(input, { target: { files: [imageFile('a.jpg'), letter] } });
  expect(await screen.findByText(/^Not added: letter\.pdf\. A PDF cannot be used here\./)).toBeVisible();
  expect(screen.getByText('1 of 20 images')).toBeVisible();
  expect(screen.queryByText('At least one image is required')).not.toBeInTheDocument();
  expect(announcements()).toContain('1 image added');
});

test('images can be dropped and pasted', async () => {
  const { input } = await open();
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [imageFile('dropped.jpg')], types: ['Files'] },
  });
  input.dispatchEvent(drop);
  expect(drop.defaultPrevented).toBe(true);
  expect(await screen.findByText('4 of 20 images')).toBeVisible();
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files: [imageFile('pasted.png', 'image/png')] },
  });
  document.body.dispatchEvent(paste);
  expect(await screen.findByText('5 of 20 images')).toBeVisible();
  expect(screen.getByText('2 not uploaded yet')).toBeVisible();
  expect(paste.defaultPrevented).toBe(true);
});

test('text that is dropped on the board keeps its default action', async () => {
  const { input } = await open();
  // False when the default action was prevented.
  expect(fireEvent.drop(input, { dataTransfer: { files: [], types: ['text/plain'] } })).toBe(true);
});

test('pasted text keeps its default action', async () => {
  await open();
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { files: [] },
  });
  document.body.dispatchEvent(paste);
  expect(paste.defaultPrevented).toBe(false);
});

describe('order', () => {
  test('is changed by buttons and saved; the first image is the cover', async () => {
    const { user } = await open();
    const orders = recordBodies('put', `/api/v1/listings/${externalId}/images/order`, () =>
      HttpResponse.json({
        payload: ownListing({ images: [images[1], images[0], images[2]] as ImageResponse[] }),
      }),
    );
    expect(button('Image 1 of 3, cover')).toBeVisible();
    expect(button('Move image 1 earlier')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Move image 3 later')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Move image 1 later'));
    expect(shown()).toEqual(['/images/500x500/b.jpg', '/images/500x500/a.jpg', '/images/500x500/c.jpg']);
    expect(announcements()).toContain('Now image 2 of 3');
    // The button moves with its image, so that the next click moves the image again.
    expect(button('Move image 2 later')).toHaveFocus();
    await waitFor(() => expect(orders).toEqual([{ imageIds: ['b', 'a', 'c'] }]));
  });

  test('saved at the same time as the details is no conflict', async () => {
    const { user, mock } = await open();
    const sentVersions: unknown[] = [];
    server.use(
      http.put(`*/api/v1/listings/${externalId}`, async ({ request }) => {
        const { lastModified } = (await request.json()) as { lastModified: string };
        sentVersions.push(lastModified);
        if (sentVersions.length === 1) mock.change({ images: images.toReversed() });
        return lastModified === mock.stored.lastModified
          ? HttpResponse.json({ payload: mock.stored })
          : failure(409, 'exception.listing.stale');
      }),
    );
    await user.click(button('Save'));
    expect(await screen.findByRole('heading', { level: 2, name: 'Overview' })).toBeVisible();
    expect(sentVersions).toHaveLength(2);
  });

  test('is reverted with an error when the server rejects it', async () => {
    const { user } = await open();
    server.use(http.put(`${path}/order`, () => failure(409, 'exception.listing.stale')));
    await user.click(button('Move image 3 earlier'));
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
] as const)('an image is rotated %s and shown from its new location', async (direction, action) => {
  const { user, mock } = await open();
  const actions: (string | null)[] = [];
  let release = () => undefined as void;
  const busy = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.put(`${path}/b/transform`, async ({ request }) => {
      actions.push(new URL(request.url).searchParams.get('action'));
      await busy;
      const rotated = { externalId: 'b', location: '/rotated.jpg', description: '' };
      mock.change({ images: images.map((image) => (image.externalId === 'b' ? rotated : image)) });
      return HttpResponse.json({ payload: rotated });
    }),
  );
  await user.click(button(`Rotate image 2 ${direction}`));
  expect(screen.getByRole('progressbar', { name: 'Image 2 is being rotated' })).toBeVisible();
  // Ignored, because a rotation is running.
  await user.click(button(`Rotate image 2 ${direction}`));
  release();
  await waitFor(() => expect(shown()[1]).toBe('/images/500x500/rotated.jpg'));
  expect(actions).toEqual([action]);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

describe('deleting', () => {
  async function deleteFirst(user: Awaited<ReturnType<typeof open>>['user']) {
    await user.click(button('Delete image 1'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete image?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete image' }));
  }

  test('an uploaded image is deleted after confirmation, and the next one gets the focus', async () => {
    const { user, mock } = await open();
    const deleted: string[] = [];
    server.use(
      http.delete(`${path}/:image`, ({ params }) => {
        deleted.push(String(params['image']));
        mock.change({ images: images.slice(1) });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await deleteFirst(user);
    await waitFor(() => expect(shown()).toEqual(['/images/500x500/b.jpg', '/images/500x500/c.jpg']));
    expect(deleted).toEqual(['a']);
    await waitFor(() => expect(button('Image 1 of 2, cover')).toHaveFocus());
  });

  test('that fails shows an error and keeps the image', async () => {
    const { user } = await open({ images: images.slice(0, 1) });
    server.use(http.delete(`${path}/:image`, () => failure(409, 'exception.listing.image-required')));
    await deleteFirst(user);
    expect(
      await screen.findByText('The image was not deleted. An available listing needs at least one image.'),
    ).toBeVisible();
    expect(shown()).toEqual(['/images/500x500/a.jpg']);
    expect(button('Delete image 1')).toHaveAttribute('aria-disabled', 'false');
  });

  test('a pending image is removed without confirmation', async () => {
    const { user, input } = await open({ images: [] });
    await user.upload(input, imageFile('a.jpg'));
    await user.click(button('Delete image 1'));
    expect(screen.queryByRole('list', { name: 'Images of the listing' })).not.toBeInTheDocument();
    await waitFor(() => expect(input).toHaveFocus());
  });
});

describe('uploading', () => {
  test('a failed image shows its error and is retried without the others', async () => {
    const { user, input, mock } = await open();
    const sent: string[] = [];
    let connected = false;
    server.use(
      http.post(path, async ({ request }) => {
        const name = /filename="([^"]+)"/.exec(await request.text())?.[1] ?? '';
        sent.push(name);
        if (name === 'bad.jpg') return failure(415, 'exception.image.file-type');
        if (name === 'lost.jpg' && !connected) return HttpResponse.error();
        const image = { externalId: name, location: `/${name}`, description: '' };
        mock.change({ images: [...mock.stored.images, image] });
        return HttpResponse.json({ payload: [image] }, { status: 201 });
      }),
    );
    await user.upload(input, [imageFile('good.jpg'), imageFile('bad.jpg'), imageFile('lost.jpg')]);
    await user.click(button('Save'));
    expect(await screen.findByText('No connection. Please check it and try again.')).toBeVisible();
    expect(await screen.findByText('Only JPEG, PNG and WebP images are allowed.')).toBeVisible();
    expect(sent.toSorted((a, b) => a.localeCompare(b))).toEqual(['bad.jpg', 'good.jpg', 'lost.jpg']);
    // Only the temporary failure can be retried.
    expect(screen.getAllByRole('button', { name: /^Try again/ })).toHaveLength(1);
    expect(screen.getByText('2 not uploaded yet')).toBeVisible();

    connected = true;
    sent.length = 0;
    await user.click(button('Try again: upload image 6'));
    expect(button('Image 6 of 6')).toHaveFocus();
    expect(await screen.findByText('1 not uploaded yet')).toBeVisible();
    expect(sent).toEqual(['lost.jpg']);
  });

  test('shows progress', async () => {
    const { user, input } = await open();
    server.use(http.post(path, () => delay('infinite')));
    await user.upload(input, imageFile('a.jpg'));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    await user.click(button('Save'));
    expect(await screen.findByRole('progressbar', { name: 'Image 4 is being uploaded' })).toBeVisible();
    expect(button('Rotate image 4 left')).toHaveAttribute('aria-disabled', 'true');
  });
});

test('has German texts', async () => {
  const { user } = await open({ language: 'de-DE' });
  expect(button('Bild 1 von 3, Titelbild')).toHaveAttribute('aria-roledescription', 'verschiebbares Bild');
  server.use(http.put(`${path}/a/transform`, () => HttpResponse.error()));
  await user.click(button('Bild 1 nach links drehen'));
  expect(
    await screen.findByText(
      'Das Bild wurde nicht gedreht. Keine Verbindung. Bitte prüfe sie und versuche es noch einmal.',
    ),
  ).toBeVisible();
});

describe('descriptions', () => {
  const field = (position: number) => screen.getByLabelText(`What does image ${position} show?`);

  test('are saved when the field is left', async () => {
    const bodies = recordBodies('put', `/api/v1/listings/${externalId}/images/b`, async ({ request }) =>
      HttpResponse.json({ payload: { ...images[1], ...((await request.json()) as object) } }),
    );
    const { user } = await open();
    await user.type(field(2), ' Das Bett steht am Fenster. ');
    expect(bodies).toEqual([]);
    await user.tab();
    await waitFor(() => expect(bodies).toEqual([{ description: 'Das Bett steht am Fenster.' }]));
    expect(field(2)).toHaveValue('Das Bett steht am Fenster.');
    expect(screen.getByText(/people who cannot see images/)).toBeVisible();
  });

  test('are saved by Enter, which neither sends the form nor moves the focus', async () => {
    const bodies = recordBodies('put', `/api/v1/listings/${externalId}/images/b`, () =>
      HttpResponse.json({ payload: { ...images[1], description: 'Bett' } }),
    );
    const { user, mock } = await open();
    await user.type(field(2), 'Bett{Enter}');
    await waitFor(() => expect(bodies).toEqual([{ description: 'Bett' }]));
    expect(field(2)).toHaveValue('Bett');
    expect(field(2)).toHaveFocus();
    await user.tab();
    expect(bodies).toHaveLength(1);
    expect(mock.sent).toEqual([]);
  });

  test('are not saved by the Enter that ends a composition', async () => {
    const bodies = recordBodies('put', `/api/v1/listings/${externalId}/images/b`);
    await open();
    fireEvent.change(field(2), { target: { value: 'Be' } });
    const enter = { key: 'Enter', isComposing: true };
    // False when the default action was prevented.
    expect(fireEvent.keyDown(field(2), enter)).toBe(true);
    expect(fireEvent.keyDown(field(2), { ...enter, isComposing: false })).toBe(false);
    await waitFor(() => expect(bodies).toEqual([{ description: 'Be' }]));
  });

  test('that are too long say so and stay', async () => {
    server.use(http.put(`${path}/a`, () => failure(400, 'exception.request.invalid')));
    const { user } = await open();
    fireEvent.change(field(1), { target: { value: 'x'.repeat(201) } });
    expect(screen.getByText('At most 200 characters')).toBeVisible();
    await user.click(field(1));
    await user.tab();
    expect(await screen.findByText(/^The description was not saved/)).toBeVisible();
    expect(field(1)).toHaveValue('x'.repeat(201));
  });
});
