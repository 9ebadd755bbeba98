import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ErrorMessage, SettingResponse } from '../../api/generated';
import { publicSettings } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { setting } from '../../testing/adminFixtures';
import { imageFile } from '../../testing/imageFile';
import { mockList } from '../../testing/mockList';
import { expectToast } from '../../testing/expectToast';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const path = '/api/v1/settings';
const about = () => screen.findByRole('article', { name: 'Image on “About us”' });
const picker = async () => within(await about()).getByLabelText('New file: Image on “About us”');
const update = async () => within(await about()).getByRole('button', { name: 'Update Image' });
const image = (name = 'house.png') => imageFile(name, 'image/png');

async function openSettings(settings: readonly SettingResponse[] = [setting()], address = '/settings') {
  const queries = mockList(path, () => settings);
  const app = await renderApp(address, { role: 'ADMIN' });
  await screen.findAllByRole('article');
  return { ...app, queries };
}

const numberedSettings = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    setting({ externalId: `setting-${index}`, key: `key.${index}` }),
  );

describe('list', () => {
  test('has pages of ten', async () => {
    const { user, queries } = await openSettings(numberedSettings(11));
    expect(screen.getAllByRole('article')).toHaveLength(10);
    expect(queries).toEqual(['page=0&pageSize=10&sortDirection=DESC&sortField=dateCreated']);
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(window.location.search).toBe('?page=1');
  });

  test('a page past the end becomes the last one', async () => {
    const { queries } = await openSettings(numberedSettings(11), '/settings?page=5');
    await waitFor(() => expect(queries.at(-1)).toContain('page=1'));
    expect(await screen.findByRole('article', { name: 'key.10' })).toBeVisible();
  });

  test('shows only settings of type IMAGE', async () => {
    const other = { ...setting({ externalId: 'other', key: 'some.text' }), type: 'TEXT' as 'IMAGE' };
    await openSettings([other, setting()]);
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(await about()).toBeVisible();
  });

  test('shows a notice when it is empty', async () => {
    mockList(path, () => []);
    await renderApp('/settings', { role: 'ADMIN' });
    expect(await screen.findByText('Nothing to set')).toBeVisible();
  });

  test('shows a failure, which can be retried', async () => {
    server.use(http.get(`*${path}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
    const { user } = await renderApp('/settings', { role: 'ADMIN' });
    expect(await screen.findByText(/^The service cannot be reached/)).toBeVisible();
    mockList(path, () => [setting()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await about()).toBeVisible();
  });
});

describe('image', () => {
  test('shows the current image, the file field and the hint', async () => {
    await openSettings([setting({ value: '/images/1200x800/s/house.jpg' })]);
    const shown = within(await about());
    expect(shown.getByRole('img', { name: /^Current image/ })).toHaveAttribute(
      'src',
      '/images/1200x800/s/house.jpg',
    );
    expect(shown.getByText('PNG/JPG up to 10MB')).toBeVisible();
    expect(shown.getByText(/or drop it here/)).toBeVisible();
  });

  test('shows the default image with a note', async () => {
    await openSettings();
    const shown = within(await about());
    expect(shown.getByText('No image of your own yet: the portal shows its own drawing.')).toBeVisible();
    expect(shown.queryByRole('img')).not.toBeInTheDocument();
  });

  test('accepts only images, and enables Update Image after a choice', async () => {
    const { user } = await openSettings();
    expect(await update()).toBeDisabled();
    expect(await picker()).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp');
    await user.upload(await picker(), image());
    await waitFor(async () => expect(await update()).toBeEnabled());
    expect(within(await about()).getByRole('img', { name: /^Preview/ })).toHaveAttribute(
      'src',
      expect.stringContaining('blob:'),
    );
    await user.click(screen.getByRole('button', { name: 'Remove house.png' }));
    expect(await update()).toBeDisabled();
  });

  test('can be dropped', async () => {
    await openSettings();
    const dropZone = (await picker()).parentElement ?? document.body;
    fireEvent.drop(dropZone, { dataTransfer: { files: [image('dropped.png')] } });
    expect(await screen.findByText('dropped.png')).toBeVisible();
  });

  test.each([
    [
      'no image',
      new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }),
      /^A PDF cannot be used here/,
    ],
    ['a text file named as an image', new File(['text'], 'a.png', { type: 'image/png' }), /^Only JPEG/],
    [
      'too large',
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
      /^The image is larger/,
    ],
    ['empty', new File([], 'a.png', { type: 'image/png' }), /^The image is damaged/],
  ])('rejects %s at once', async (_, file, text) => {
    await openSettings();
    // Some systems ignore `accept`.
    await userEvent.setup({ applyAccept: false }).upload(await picker(), file);
    expect(await screen.findByText(text)).toBeVisible();
    expect(await update()).toBeDisabled();
  });
});

/** Mocks the upload, which also changes the public settings. */
function mockUpload(respond?: () => Promise<Response> | Response) {
  let location: string | null = null;
  const value = () => location && `/images/1200x800${location}`;
  const sent: string[] = [];
  const queries = mockList(path, () => [setting({ value: value() })]);
  server.use(
    http.get('*/api/v1/settings/public', () =>
      HttpResponse.json({ payload: { ...publicSettings, images: { 'about.picture': location } } }),
    ),
    http.post(`*${path}/:id/upload-image`, async ({ request, params }) => {
      const file = (await request.formData()).get('file');
      sent.push(`${String(params['id'])} ${file instanceof File ? file.name : String(file)}`);
      if (respond) return respond();
      location = '/s/new.png';
      return HttpResponse.json({ payload: setting({ value: value() }) }, { status: 201 });
    }),
  );
  return { sent, queries };
}

describe('updating', () => {
  test('sends the file and shows the new image everywhere', async () => {
    const { sent } = mockUpload();
    const { user, container } = await renderApp('/settings', { role: 'ADMIN' });
    await user.upload(await picker(), image());
    await user.click(await update());
    expect(await screen.findByText('Replaced: Image on “About us”')).toBeVisible();
    expect(await picker()).toHaveFocus();
    await expectToast(user, 'Replaced: Image on “About us”');
    expect(sent).toEqual([`${setting().externalId} house.png`]);
    expect(await screen.findByRole('img', { name: /^Current image/ })).toHaveAttribute(
      'src',
      '/images/1200x800/s/new.png',
    );
    expect(await update()).toBeDisabled();
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'About us' }));
    await waitFor(() =>
      expect(container.querySelector('main img')).toHaveAttribute('src', '/images/1200x800/s/new.png'),
    );
  });

  test.each([
    [413, 'exception.image.too-large', /^The image is larger than 10 MB/],
    [415, 'exception.image.file-type', /^Only JPEG, PNG and WebP/],
    [400, 'exception.image.damaged', /^The image is damaged/],
    [404, 'exception.setting.not-found', /^This setting does not exist/],
  ] as [number, ErrorMessage, RegExp][])('shows an error (%i) at the file', async (status, message, text) => {
    mockUpload(() => failure(status, message));
    const { user } = await renderApp('/settings', { role: 'ADMIN' });
    await user.upload(await picker(), image());
    await user.click(await update());
    expect(await screen.findByText(text)).toBeVisible();
    expect(await update()).toBeEnabled();
    await user.upload(await picker(), image('other.png'));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  test('shows progress', async () => {
    let respond: (response: Response) => void = () => undefined;
    mockUpload(() => new Promise<Response>((resolve) => (respond = resolve)));
    const { user } = await renderApp('/settings', { role: 'ADMIN' });
    await user.upload(await picker(), image());
    await user.click(await update());
    expect(await screen.findByRole('progressbar', { name: /^Uploading: \d+%$/ })).toBeVisible();
    await waitFor(() => {
      respond(failure(400, 'exception.image.damaged'));
      expect(screen.queryByRole('progressbar', { name: /^Uploading/ })).not.toBeInTheDocument();
    });
  });
});

describe('removing', () => {
  test('asks, and shows the default image everywhere', async () => {
    let value: string | null = '/images/1200x800/s/house.jpg';
    const removed: string[] = [];
    mockList(path, () => [setting({ value })]);
    server.use(
      http.get('*/api/v1/settings/public', () =>
        HttpResponse.json({
          payload: { ...publicSettings, images: { 'about.picture': value && '/s/house.jpg' } },
        }),
      ),
      http.delete(`*${path}/:id/image`, ({ params }) => {
        removed.push(String(params['id']));
        value = null;
        return HttpResponse.json({ payload: setting() });
      }),
    );
    const { user, container } = await renderApp('/settings', { role: 'ADMIN' });
    await user.click(await screen.findByRole('button', { name: 'Remove image: Image on “About us”' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove your image?' }));
    expect(removed).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await expectToast(user, 'Removed: Image on “About us”');
    expect(removed).toEqual([setting().externalId]);
    expect(within(await about()).queryByRole('img')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Remove image/ })).not.toBeInTheDocument();
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'About us' }));
    await waitFor(() => expect(container.querySelector('main img')).not.toBeInTheDocument());
  });

  test('focuses the file picker, because the button disappears', async () => {
    let value: string | null = '/images/1200x800/s/house.jpg';
    mockList(path, () => [setting({ value })]);
    server.use(
      http.delete(`*${path}/:id/image`, () => {
        value = null;
        return HttpResponse.json({ payload: setting() });
      }),
    );
    const { user } = await renderApp('/settings', { role: 'ADMIN' });
    await user.click(await screen.findByRole('button', { name: /^Remove image/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect(await picker()).toHaveFocus());
  });

  test('shows a failure in the dialog, and keeps the image', async () => {
    mockList(path, () => [setting({ value: '/images/1200x800/s/house.jpg' })]);
    server.use(http.delete(`*${path}/:id/image`, () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/settings', { role: 'ADMIN' });
    await user.click(await screen.findByRole('button', { name: /^Remove image/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText(/^The service cannot be reached/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(within(await about()).getByRole('img', { name: /^Current image/ })).toBeVisible();
  });
});
