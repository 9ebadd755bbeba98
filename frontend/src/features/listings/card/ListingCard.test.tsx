import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ImageResponse, ListingSummaryResponse } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

async function openCard(changes: Partial<ListingSummaryResponse> = {}) {
  server.use(
    http.post('*/api/v1/listings/search', () =>
      HttpResponse.json({ payload: [listing(changes)], totalPages: 1, totalSize: 1 }),
    ),
  );
  const app = await renderApp('/');
  const card = await screen.findByRole('article');
  const slides = () => [...card.querySelectorAll('a[aria-hidden="true"]')];
  return { ...app, card, slides, images: () => [...card.querySelectorAll('img')] };
}

test.each([
  ['APARTMENT', 'Apartment', 'indigo'],
  ['HOUSE', 'House', 'green'],
  ['ROOM', 'Room', 'yellow'],
  ['OTHER', 'Other', 'yellow'],
] as const)('the badge of %s', async (unitType, label, tone) => {
  const { card } = await openCard({ unitType });
  expect(within(card).getByText(label)).toHaveAttribute('data-tone', tone);
});

test('a card shows date, title, address, rent and facts', async () => {
  const { card } = await openCard();
  const { getByText } = within(card);
  expect(getByText('Updated: Nov 3, 2026')).toBeVisible();
  expect(within(card).getByRole('heading', { name: 'Helles Zimmer mit Blick ins Grüne' })).toBeVisible();
  const [street, town] = [getByText('Lindenstraße 12,'), getByText('50674 Köln')];
  expect(street).toBeVisible();
  expect(town).toBeVisible();
  expect(street.parentElement).toHaveTextContent(/^Lindenstraße 12, 50674 Köln$/);
  expect(getByText('€465.50')).toBeVisible();
  expect(getByText('€380 basic rent')).toBeVisible();
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((fact) => fact.title),
  ).toEqual(['Area 18.5\u00a0m²', '1 bedroom', '2 bathrooms', '1 kitchen', 'Available now']);
});

test.each([
  ['2100-04-01', null, 'Available from Apr 1, 2100'],
  ['2100-04-01', '2100-09-30', 'Available from Apr 1, 2100 until Sep 30, 2100'],
  ['2020-04-01', '2100-09-30', 'Available now until Sep 30, 2100'],
  ['2020-04-01', null, 'Available now'],
  ['2020-04-01', '2020-09-30', 'Was available until Sep 30, 2020'],
  [null, '2020-09-30', 'Was available until Sep 30, 2020'],
])('a place for %s until %s: %s', async (availableFrom, availableUntil, text) => {
  const { card } = await openCard({ availableFrom, availableUntil });
  expect(within(card).getByTitle(text)).toBeVisible();
});

describe('in the first hour of Apr 1 in Germany', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-31T22:30:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  test.each([
    ['2026-04-01', null, 'Available now'],
    ['2026-04-02', null, 'Available from Apr 2, 2026'],
    [null, '2026-04-01', 'Available now until Apr 1, 2026'],
    [null, '2026-03-31', 'Was available until Mar 31, 2026'],
  ])('a place for %s until %s: %s', async (availableFrom, availableUntil, text) => {
    const { card } = await openCard({ availableFrom, availableUntil });
    expect(within(card).getByTitle(text)).toBeVisible();
  });
});

test('a rented place says nothing about its availability', async () => {
  const { card } = await openCard({ status: 'RENTED', availableFrom: '2100-04-01' });
  expect(within(card).getByTitle('1 kitchen')).toBeVisible();
  expect(within(card).queryByTitle(/^Available/)).not.toBeInTheDocument();
});

describe('gallery', () => {
  test('has one slide for each image, in 500x500', async () => {
    const { user, card, slides, images } = await openCard();
    expect(slides()).toHaveLength(2);
    await user.hover(within(card).getByRole('group'));
    expect(images().map((image) => image.getAttribute('src'))).toEqual([
      '/images/500x500/a/1.jpg',
      '/images/500x500/a/2.jpg',
    ]);
  });

  test('loads only the first image before any interaction', async () => {
    const { images } = await openCard();
    expect(images()).toHaveLength(1);
  });

  test('buttons change the image without opening the listing', async () => {
    const { user, card } = await openCard();
    const { getByRole, getByText } = within(card);
    expect(getByRole('button', { name: 'Previous photo' })).toHaveAttribute('aria-disabled', 'true');
    const next = getByRole('button', { name: 'Next photo' });
    await user.click(next);
    expect(getByText('Photo 2 of 2')).toBeInTheDocument();
    expect(next).toHaveAttribute('aria-disabled', 'true');
    expect(window.location.pathname).toBe('/');
  });

  test('the button at the last image keeps the focus and does nothing', async () => {
    const { user, card } = await openCard();
    const { getByRole, getByText } = within(card);
    await user.click(getByRole('button', { name: 'Next photo' }));
    await user.keyboard('{Enter}');
    expect(getByText('Photo 2 of 2')).toBeInTheDocument();
    expect(getByRole('button', { name: 'Next photo' })).toBeEnabled();
    expect(getByRole('button', { name: 'Next photo' })).toHaveFocus();
  });

  describe('while it scrolls smoothly', () => {
    async function openScrolling() {
      const two = listing().images;
      const images = [...two, { ...two[0], externalId: 'third' }] as ImageResponse[];
      const { user, card, slides } = await openCard({ images });
      const strip = slides()[0]?.parentElement as HTMLElement;
      Object.defineProperty(strip, 'clientWidth', { value: 100 });
      strip.scrollTo = () => undefined;
      const scrollTo = (scrollLeft: number) => {
        Object.defineProperty(strip, 'scrollLeft', { value: scrollLeft, configurable: true });
        fireEvent.scroll(strip);
      };
      const clickNext = () => user.click(within(card).getByRole('button', { name: 'Next photo' }));
      return { ...within(card), strip, scrollTo, clickNext };
    }

    test('two quick clicks show the third image', async () => {
      const { getByText, scrollTo, clickNext } = await openScrolling();
      await clickNext();
      scrollTo(10);
      await clickNext();
      scrollTo(120);
      expect(getByText('Photo 3 of 3')).toBeInTheDocument();
    });

    test.each([
      [false, 'smooth'],
      [true, 'auto'],
    ])('reduced motion %s: it scrolls with behavior %s', async (reduces, behavior) => {
      const { strip, clickNext } = await openScrolling();
      const scrollTo = vi.spyOn(strip, 'scrollTo');
      vi.spyOn(window, 'matchMedia').mockImplementation(
        (query) => ({ matches: reduces && query.includes('reduced-motion') }) as MediaQueryList,
      );
      await clickNext();
      expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 100, behavior });
    });

    test('a swipe decides the image', async () => {
      const { getByText, strip, scrollTo, clickNext } = await openScrolling();
      await clickNext();
      await clickNext();
      scrollTo(110);
      fireEvent.touchStart(strip);
      scrollTo(100);
      expect(getByText('Photo 2 of 3')).toBeInTheDocument();
    });

    test('a swipe after it decides the image', async () => {
      const { getByText, scrollTo, clickNext } = await openScrolling();
      await clickNext();
      scrollTo(100);
      scrollTo(0);
      expect(getByText('Photo 1 of 3')).toBeInTheDocument();
    });
  });

  test('arrow keys do not change the image, and the strip is not focusable', async () => {
    const { user, card, slides } = await openCard();
    within(card).getByRole('button', { name: 'Next photo' }).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(within(card).getByText('Photo 1 of 2')).toBeInTheDocument();
    expect(slides()[0]?.parentElement).toHaveAttribute('tabindex', '-1');
  });

  test('the description of the shown image follows its position', async () => {
    const [first, ...others] = listing().images;
    const images = [{ ...first, description: 'Das Bett steht am Fenster' }, ...others] as ImageResponse[];
    const { user, card } = await openCard({ images });
    const { getByText, getByRole } = within(card);
    expect(getByText('Photo 1 of 2: Das Bett steht am Fenster')).toBeInTheDocument();
    await user.click(getByRole('button', { name: 'Next photo' }));
    expect(getByText('Photo 2 of 2')).toBeInTheDocument();
  });

  test('the position of an image that a button chose is announced', async () => {
    const { user, card } = await openCard();
    const position = within(card).getByText('Photo 1 of 2');
    await user.click(within(card).getByRole('button', { name: 'Next photo' }));
    expect(position).toHaveTextContent('Photo 2 of 2');
    expect(position).toHaveAttribute('aria-live', 'polite');
  });

  test('a listing without images shows a placeholder', async () => {
    const { card } = await openCard({ images: [] });
    expect(within(card).getByText('No photo yet')).toBeVisible();
    expect(within(card).queryByRole('button', { name: 'Next photo' })).not.toBeInTheDocument();
  });
});

describe('additional costs', () => {
  test('open in a popup with description and cost on the same page', async () => {
    const { user, card } = await openCard();
    await user.click(within(card).getByRole('button', { name: 'Additional costs' }));
    const popup = await screen.findByRole('dialog', { name: 'Additional costs' });
    expect(within(popup).getByText('Internet und Strom')).toBeInTheDocument();
    expect(within(popup).getByText('€25.50')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('close by a button, which gives the focus back', async () => {
    const { user, card } = await openCard();
    const button = within(card).getByRole('button', { name: 'Additional costs' });
    await user.click(button);
    const popup = await screen.findByRole('dialog', { name: 'Additional costs' });
    await user.click(within(popup).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(button).toHaveFocus();
  });

  test('have no button when there are none', async () => {
    const { card } = await openCard({ additionalCosts: [] });
    expect(within(card).queryByRole('button', { name: 'Additional costs' })).not.toBeInTheDocument();
  });
});
