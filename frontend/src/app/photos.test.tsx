import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { listing } from '../testing/fixtures';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const page = '/listing/7';
const tour = `${page}?modal=PHOTO_TOUR_SCROLLABLE`;

const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    externalId: `${index + 1}`,
    location: `/${index + 1}.jpg`,
  }));

async function open(address: string, count = 7) {
  let asked = 0;
  server.use(
    http.get('*/api/v1/listings/:id', () => {
      asked += 1;
      return HttpResponse.json({ payload: listing({ images: pictures(count) }) });
    }),
  );
  const app = await renderApp(address);
  // What a window covers is hidden from screen readers.
  await screen.findByRole('heading', { level: 1, hidden: true });
  return { ...app, asked: () => asked };
}

const where = () => window.location.pathname + window.location.search;
const photo = (number: number, total = 7) => `Photo ${number} of ${total}: ${listing().title}`;
const lightbox = () => screen.findByRole('dialog', { name: `Photos: ${listing().title}` });
const tourWindow = () => screen.findByRole('dialog', { name: /^7 photos/ });
const noWindow = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const position = async (text: string) =>
  within(await lightbox()).findByText(text, { selector: '.visually-hidden' });

function beOnPhone() {
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

describe('the photo header', () => {
  test('F91 F92: with more than five there is a button for all of them', async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('button', { name: 'View all photos' }));
    expect(within(await tourWindow()).getAllByRole('img')).toHaveLength(7);
    expect(where()).toBe(tour);
  });

  test.each([2, 5])('F92: so there is with %i, on a wide screen and on a phone', async (count) => {
    const { unmount } = await open(page, count);
    expect(screen.getByRole('button', { name: 'View all photos' })).toBeVisible();
    unmount();
    beOnPhone();
    await open(page, count);
    expect(screen.getByRole('button', { name: 'View all photos' })).toBeVisible();
  });

  test('F92: a single photo needs no button', async () => {
    await open(page, 1);
    expect(screen.queryByRole('button', { name: 'View all photos' })).not.toBeInTheDocument();
  });

  test('every photo is a link that opens the lightbox at it', async () => {
    const { user } = await open(page);
    const link = screen.getByRole('link', { name: photo(3) });
    expect(link).toHaveAttribute('href', '/listing/7?photoId=3');
    await user.click(link);
    expect(await position('Photo 3 of 7')).toBeInTheDocument();
  });

  test('opening and turning photos asks for the listing once: a second time would count a view', async () => {
    const { user, asked } = await open(page);
    await user.click(screen.getByRole('link', { name: photo(1) }));
    await lightbox();
    await user.keyboard('{ArrowRight}{Escape}');
    await noWindow();
    expect(asked()).toBe(1);
  });
});

describe('the photo tour', () => {
  test('F100: its address opens it, with every photo in a frame of its own', async () => {
    await open(tour);
    const photos = within(await tourWindow()).getAllByRole('listitem');
    expect(photos.map((frame) => frame.dataset['wide'])).toEqual([
      'true',
      'false',
      'false',
      'true',
      'false',
      'false',
      'true',
    ]);
  });

  test('F101: closing it takes the query away, and keeps the rest of the address', async () => {
    const { user } = await open(`${tour}&lng=en-US`);
    await user.click(within(await tourWindow()).getByRole('button', { name: 'Close photos' }));
    await noWindow();
    expect(where()).toBe('/listing/7?lng=en-US');
  });

  test('F101: Escape closes it and gives the focus back', async () => {
    const { user } = await open(page);
    const button = screen.getByRole('button', { name: 'View all photos' });
    await user.click(button);
    await tourWindow();
    await user.keyboard('{Escape}');
    await noWindow();
    expect(where()).toBe(page);
    expect(button).toHaveFocus();
  });

  test("F101: the browser's Back closes it", async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('button', { name: 'View all photos' }));
    await tourWindow();
    window.history.back();
    await noWindow();
    expect(where()).toBe(page);
  });

  test('a photo of it opens in the lightbox, which closes back to the tour', async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('button', { name: 'View all photos' }));
    await user.click(within(await tourWindow()).getByRole('link', { name: photo(2) }));
    await lightbox();
    expect(where()).toBe(`${tour}&photoId=2`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(where()).toBe(tour));
    expect(await tourWindow()).toBeVisible();
    await user.keyboard('{Escape}');
    await noWindow();
    expect(where()).toBe(page);
  });
});

describe('the lightbox', () => {
  test('F102: photoId counts from 1', async () => {
    await open(`${page}?photoId=4`);
    const box = await lightbox();
    expect(await position('Photo 4 of 7')).toBeInTheDocument();
    expect(within(box).getByRole('img', { name: photo(4) })).toBeInTheDocument();
  });

  test('F103: turns by buttons, which stay buttons at the ends', async () => {
    const { user } = await open(`${page}?photoId=6`);
    const box = await lightbox();
    const next = within(box).getByRole('button', { name: 'Next photo' });
    const previous = within(box).getByRole('button', { name: 'Previous photo' });
    await user.click(next);
    expect(where()).toBe(`${page}?photoId=7`);
    expect(next).toHaveAttribute('aria-disabled', 'true');
    await user.click(next);
    expect(where()).toBe(`${page}?photoId=7`);
    expect(next).toHaveFocus();
    await user.click(previous);
    expect(where()).toBe(`${page}?photoId=6`);
  });

  test('F103: turns by the arrow keys, Home and End', async () => {
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
      expect(where()).toBe(`${page}?photoId=${number}`);
    }
  });

  test('keys with a modifier are left to the browser', async () => {
    const { user } = await open(`${page}?photoId=3`);
    await lightbox();
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{End}{/Control}');
    expect(where()).toBe(`${page}?photoId=3`);
  });

  test('F103: follows a swipe', async () => {
    await open(`${page}?photoId=1`);
    const strip = within(await lightbox()).getByRole('list', { name: `Photos: ${listing().title}` });
    Object.defineProperty(strip, 'clientWidth', { value: 400 });
    strip.scrollLeft = 390;
    fireEvent.scroll(strip);
    expect(await position('Photo 2 of 7')).toBeInTheDocument();
    expect(where()).toBe(`${page}?photoId=2`);
  });

  test('loads the picture and its two neighbours, and no other', async () => {
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
  ])('F104: at photo %i the thumbnails are those from %i to %i', async (shown, first, last) => {
    const { user } = await open(`${page}?photoId=${shown}`, 40);
    const strip = within(await lightbox()).getByRole('list', { name: 'All photos' });
    const thumbnails = within(strip).getAllByRole('button');
    expect(thumbnails[0]).toHaveAccessibleName(`Show photo ${first}`);
    expect(thumbnails.at(-1)).toHaveAccessibleName(`Show photo ${last}`);
    expect(thumbnails).toHaveLength(last - first + 1);
    expect(within(strip).getByRole('button', { current: true })).toHaveAccessibleName(`Show photo ${shown}`);
    await user.click(within(strip).getByRole('button', { name: `Show photo ${first + 1}` }));
    expect(where()).toBe(`${page}?photoId=${first + 1}`);
  });

  test('F105: links to the picture in full size, in a new tab', async () => {
    const { user } = await open(`${page}?photoId=2`);
    const link = within(await lightbox()).getByRole('link', { name: 'Open in full size' });
    expect(link).toHaveAttribute('href', '/images/2400x1600/2.jpg');
    expect(link).toHaveAttribute('target', '_blank');
    await user.keyboard('{ArrowRight}');
    expect(link).toHaveAttribute('href', '/images/2400x1600/3.jpg');
  });

  test.each(['0', '8', '99999999999', '-1', '1.5', 'x', '', '%00', '1e0', ' 2'])(
    'F106: photoId=%s opens nothing and is dropped',
    async (value) => {
      await open(`${page}?lng=en-US&photoId=${value}`);
      await waitFor(() => expect(where()).toBe('/listing/7?lng=en-US'));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  test('F106: without any picture neither query opens anything', async () => {
    await open(`${tour}&photoId=1`, 0);
    await waitFor(() => expect(where()).toBe(page));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('one Back closes it, however many pictures were looked at', async () => {
    const { user } = await open(page);
    await user.click(screen.getByRole('link', { name: photo(1) }));
    await lightbox();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(where()).toBe(`${page}?photoId=4`);
    window.history.back();
    await noWindow();
    expect(where()).toBe(page);
  });

  test('closing it gives the focus back to the photo that opened it, however often Escape is pressed', async () => {
    const { user } = await open(page);
    const link = screen.getByRole('link', { name: photo(2) });
    await user.click(link);
    await lightbox();
    await user.keyboard('{ArrowRight}{Escape}{Escape}{Escape}');
    await noWindow();
    expect(where()).toBe(page);
    expect(link).toHaveFocus();
  });

  test('speaks German', async () => {
    server.use(
      http.get('*/api/v1/listings/:id', () =>
        HttpResponse.json({ payload: listing({ images: pictures(3) }) }),
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
