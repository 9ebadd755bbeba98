import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { ImageResponse } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const page = '/listing/7';
const tour = `${page}?modal=PHOTO_TOUR_SCROLLABLE`;

const imageResponses = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `${index + 1}`,
    location: `/${index + 1}.jpg`,
    description: '',
  }));

async function open(address: string, count = 7) {
  let requestCount = 0;
  server.use(
    http.get('*/api/v1/listings/:id', () => {
      requestCount += 1;
      return HttpResponse.json({ payload: listing({ images: imageResponses(count) }) });
    }),
  );
  const app = await renderApp(address);
  // A modal dialog hides the heading from screen readers.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return { ...app, requestCount: () => requestCount };
}

const currentUrl = () => window.location.pathname + window.location.search;
const imageName = (number: number, total = 7) => `Photo ${number} of ${total}: ${listing().title}`;
const lightbox = () => screen.findByRole('dialog', { name: `Photos: ${listing().title}` });
const tourDialog = () => screen.findByRole('dialog', { name: /^7 photos/ });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const position = async (text: string) =>
  within(await lightbox()).findByText(text, { selector: '.visually-hidden' });

function mockPhone() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        addListener() {},
        removeListener() {},
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
}

test('an image is named by its description, else by the title', async () => {
  const [first, ...others] = imageResponses(2);
  const images = [{ ...first, description: 'Das Bett steht am Fenster' }, ...others] as ImageResponse[];
  server.use(http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing({ images }) })));
  await renderApp(page);
  expect(await screen.findByAltText('Photo 1 of 2: Das Bett steht am Fenster')).toBeVisible();
  expect(screen.getByAltText(imageName(2, 2))).toBeVisible();
});

describe('header', () => {
  test('a button opens the tour with all seven images', async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('button', { name: 'View all photos' }));
    expect(within(await tourDialog()).getAllByRole('img')).toHaveLength(7);
    expect(currentUrl()).toBe(tour);
  });

  test.each([2, 5])('has the button with %i images, on a wide screen and on a phone', async (count) => {
    const { unmount } = await open(page, count);
    expect(screen.getByRole('button', { name: 'View all photos' })).toBeVisible();
    unmount();
    mockPhone();
    await open(page, count);
    expect(screen.getByRole('button', { name: 'View all photos' })).toBeVisible();
  });

  test('has no button with a single image', async () => {
    await open(page, 1);
    expect(screen.queryByRole('button', { name: 'View all photos' })).not.toBeInTheDocument();
  });

  test('every image is a link to itself in the lightbox', async () => {
    const { user } = await open(page);
    const link = screen.getByRole('link', { name: imageName(3) });
    expect(link).toHaveAttribute('href', '/listing/7?photoId=3');
    await user.click(link);
    expect(await position('Photo 3 of 7')).toBeInTheDocument();
  });

  test('the lightbox does not request the listing again, which would count a view', async () => {
    const { user, requestCount } = await open(page);
    await user.click(screen.getByRole('link', { name: imageName(1) }));
    await lightbox();
    await user.keyboard('{ArrowRight}{Escape}');
    await noDialog();
    expect(requestCount()).toBe(1);
  });
});

describe('tour', () => {
  test('opens by its URL with wide and narrow images', async () => {
    await open(tour);
    const tiles = within(await tourDialog()).getAllByRole('listitem');
    expect(tiles.map((tile) => tile.dataset['wide'])).toEqual([
      'true',
      'false',
      'false',
      'true',
      'false',
      'false',
      'true',
    ]);
  });

  test('closing it removes its parameter and keeps the others', async () => {
    const { user } = await open(`${tour}&lng=en-US`);
    await user.click(within(await tourDialog()).getByRole('button', { name: 'Close photos' }));
    await noDialog();
    expect(currentUrl()).toBe('/listing/7?lng=en-US');
  });

  test('Escape closes it and restores the focus', async () => {
    const { user } = await open(page);
    const button = screen.getByRole('button', { name: 'View all photos' });
    await user.click(button);
    await tourDialog();
    await user.keyboard('{Escape}');
    await noDialog();
    expect(currentUrl()).toBe(page);
    expect(button).toHaveFocus();
  });

  test("the browser's Back closes it", async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('button', { name: 'View all photos' }));
    await tourDialog();
    window.history.back();
    await noDialog();
    expect(currentUrl()).toBe(page);
  });

  test('an image opens in the lightbox, which closes back to the tour', async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('button', { name: 'View all photos' }));
    await user.click(within(await tourDialog()).getByRole('link', { name: imageName(2) }));
    await lightbox();
    expect(currentUrl()).toBe(`${tour}&photoId=2`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(currentUrl()).toBe(tour));
    expect(await tourDialog()).toBeVisible();
    await user.keyboard('{Escape}');
    await noDialog();
    expect(currentUrl()).toBe(page);
  });
});

describe('lightbox', () => {
  test('photoId counts from 1', async () => {
    await open(`${page}?photoId=4`);
    const box = await lightbox();
    expect(await position('Photo 4 of 7')).toBeInTheDocument();
    expect(within(box).getByRole('img', { name: imageName(4) })).toBeInTheDocument();
  });

  test('buttons change the image and keep the focus at the ends', async () => {
    const { user } = await open(`${page}?photoId=6`);
    const box = await lightbox();
    const next = within(box).getByRole('button', { name: 'Next photo' });
    const previous = within(box).getByRole('button', { name: 'Previous photo' });
    await user.click(next);
    expect(currentUrl()).toBe(`${page}?photoId=7`);
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await user.click(next);
    expect(currentUrl()).toBe(`${page}?photoId=7`);
    expect(next).toHaveFocus();
    await user.click(previous);
    expect(currentUrl()).toBe(`${page}?photoId=6`);
  });

  test('arrow keys, Home and End change the image', async () => {
    const { user } = await open(`${page}?photoId=3`);
    await lightbox();
    for (const [key, number] of [
      ['ArrowRight', 4],
      ['ArrowLeft', 3],
      ['End', 7],
      ['ArrowRight', 7],
      ['Home', 1],
      ['ArrowLeft', 1],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect(currentUrl()).toBe(`${page}?photoId=${number}`);
    }
  });

  test('ignores keys with a modifier', async () => {
    const { user } = await open(`${page}?photoId=3`);
    await lightbox();
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{End}{/Control}');
    expect(currentUrl()).toBe(`${page}?photoId=3`);
  });

  test('a swipe changes the image', async () => {
    await open(`${page}?photoId=1`);
    const strip = within(await lightbox()).getByRole('list', { name: `Photos: ${listing().title}` });
    Object.defineProperty(strip, 'clientWidth', { value: 400 });
    strip.scrollLeft = 390;
    fireEvent.scroll(strip);
    expect(await position('Photo 2 of 7')).toBeInTheDocument();
    expect(currentUrl()).toBe(`${page}?photoId=2`);
  });

  test('loads the image and its two neighbours only', async () => {
    await open(`${page}?photoId=4`);
    const box = await lightbox();
    const large = [...box.querySelectorAll('img')].filter((image) => image.srcset !== '');
    expect(large.map((image) => image.getAttribute('src'))).toEqual([
      '/images/1200x800/3.jpg',
      '/images/1200x800/4.jpg',
      '/images/1200x800/5.jpg',
    ]);
  });

  test.each([
    [1, 1, 16],
    [20, 5, 35],
    [40, 25, 40],
  ])('at image %i shows the thumbnails %i to %i', async (shown, first, last) => {
    const { user } = await open(`${page}?photoId=${shown}`, 40);
    const strip = within(await lightbox()).getByRole('list', { name: 'All photos' });
    const thumbnails = within(strip).getAllByRole('button');
    expect(thumbnails[0]).toHaveAccessibleName(`Show photo ${first}`);
    expect(thumbnails.at(-1)).toHaveAccessibleName(`Show photo ${last}`);
    expect(thumbnails).toHaveLength(last - first + 1);
    expect(within(strip).getByRole('button', { current: true })).toHaveAccessibleName(`Show photo ${shown}`);
    await user.click(within(strip).getByRole('button', { name: `Show photo ${first + 1}` }));
    expect(currentUrl()).toBe(`${page}?photoId=${first + 1}`);
  });

  test('links to the full size in a new tab', async () => {
    const { user } = await open(`${page}?photoId=2`);
    const link = within(await lightbox()).getByRole('link', { name: 'Open in full size' });
    expect(link).toHaveAttribute('href', '/images/2400x1600/2.jpg');
    expect(link).toHaveAttribute('target', '_blank');
    await user.keyboard('{ArrowRight}');
    expect(link).toHaveAttribute('href', '/images/2400x1600/3.jpg');
  });

  test.each(['0', '8', '99999999999', '-1', '1.5', 'x', '', '%00', '1e0', ' 2'])(
    'photoId=%s opens nothing and is removed from the URL',
    async (value) => {
      await open(`${page}?lng=en-US&photoId=${value}`);
      await waitFor(() => expect(currentUrl()).toBe('/listing/7?lng=en-US'));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  test('without images neither parameter opens anything', async () => {
    await open(`${tour}&photoId=1`, 0);
    await waitFor(() => expect(currentUrl()).toBe(page));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('one Back closes it after several images', async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('link', { name: imageName(1) }));
    await lightbox();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(currentUrl()).toBe(`${page}?photoId=4`);
    window.history.back();
    await noDialog();
    expect(currentUrl()).toBe(page);
  });

  test('closing it restores the focus once, also when Escape is pressed repeatedly', async () => {
    const { user } = await open(page);
    const link = screen.getByRole('link', { name: imageName(2) });
    await user.click(link);
    await lightbox();
    await user.keyboard('{ArrowRight}{Escape}{Escape}{Escape}');
    await noDialog();
    expect(currentUrl()).toBe(page);
    expect(link).toHaveFocus();
  });

  test.each([
    ['the lightbox', () => screen.getByRole('link', { name: imageName(1) }), lightbox],
    ['the tour', () => screen.getByRole('button', { name: 'View all photos' }), tourDialog],
  ])('%s can be closed again after the browser’s Forward', async (_, opener, dialog) => {
    const { user } = await open(page);
    await user.click(opener());
    await dialog();
    await user.keyboard('{Escape}');
    await noDialog();
    window.history.forward();
    await dialog();
    await user.keyboard('{Escape}');
    await noDialog();
    expect(currentUrl()).toBe(page);
  });

  test('has German texts', async () => {
    server.use(
      http.get('*/api/v1/listings/:id', () =>
        HttpResponse.json({ payload: listing({ images: imageResponses(3) }) }),
      ),
    );
    await renderApp(`${page}?photoId=1`, { language: 'de-DE' });
    const box = within(await screen.findByRole('dialog', { name: `Fotos: ${listing().title}` }));
    for (const name of ['Vorheriges Foto', 'Nächstes Foto', 'Schließen', 'Foto 2 zeigen']) {
      expect(box.getByRole('button', { name })).toBeInTheDocument();
    }
    expect(box.getByRole('link', { name: 'In voller Größe öffnen' })).toBeInTheDocument();
  });
});

test.each([
  ['the lightbox', `${page}?photoId=1`, lightbox],
  ['the tour', tour, tourDialog],
])('%s announces a toast that is shown while it is open', async (_, address, dialog) => {
  const { store } = await open(address);
  const opened = await dialog();
  const toast = { text: 'No connection', severity: 'error', kind: null, count: 1 };
  act(() => void store.dispatch({ type: 'toasts/toastShown', payload: toast }));
  const alert = within(opened).getByRole('alert');
  expect(within(alert).getByRole('img')).toHaveAccessibleName('No connection');
});
