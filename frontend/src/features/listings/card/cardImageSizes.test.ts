import { expect, test } from 'vitest';
import { cardSources } from '../../../api/images';
import { cardImageSizes } from './cardImageSizes';

/** The width that a browser computes from `sizes` in a window of this width. */
function slotWidth(width: number): number {
  for (const item of cardImageSizes.split(', ')) {
    const [, from = '0', length = ''] = /^(?:\(min-width: (\d+)px\) )?(.+)$/.exec(item) ?? [];
    if (width < Number(from)) continue;
    const [, minus = '', parts = '1'] = /\(?100vw - (\d+)px\)?(?: \/ (\d))?/.exec(length) ?? [];
    return minus ? (width - Number(minus)) / Number(parts) : parseInt(length, 10);
  }
  return Number.NaN;
}

/** The width of a card by SearchResults.module.css: columns, gaps and page padding. */
function cardWidth(width: number): number {
  const columns = width >= 1280 ? 4 : width >= 1024 ? 3 : width >= 600 ? 2 : 1;
  const gap = width >= 900 ? 24 : 16;
  const padding = width >= 600 ? 24 : 16;
  return (Math.min(width, 1536) - 2 * padding - (columns - 1) * gap) / columns;
}

test.each([320, 390, 412, 599, 600, 768, 899, 900, 1023, 1024, 1279, 1280, 1440, 1535, 1536, 2560])(
  'cardImageSizes matches the width of a card in a window of %i px',
  (width) => {
    expect(slotWidth(width)).toBeCloseTo(cardWidth(width), 5);
  },
);

const widths = [...cardSources('/a.jpg').srcSet.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

/** Browsers choose the smallest source that covers the slot in device pixels. */
test.each([
  [390, 1, 500],
  [390, 3, 1200],
  [412, 2.625, 1200],
  [768, 1, 500],
  [768, 2, 1200],
  [1440, 1, 500],
  [1440, 2, 1200],
  [1440, 3, 1200],
])(
  'cardSources in a window of %i px at %fx density has a source of %i px for it',
  (width, density, expected) => {
    const needed = slotWidth(width) * density;
    const chosen = widths.find((candidate) => candidate >= needed);
    expect(chosen).toBe(expected);
  },
);
