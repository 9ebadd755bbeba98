import { describe, expect, test } from 'vitest';
import { avatarColors } from '../ui/user/avatarColor';
import { dark, light } from './palette';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_name, scheme) => {
  test('the contrast of text is above 4.5 on every background (WCAG AA)', () => {
    const { background, brand, text, primary, error } = scheme;
    const pairs = [
      ...[background.default, background.paper, brand.sunken].flatMap((surface) => [
        [text.primary, surface],
        [text.secondary, surface],
        [primary.main, surface],
      ]),
      [error.main, background.paper],
      [primary.contrastText, primary.main],
      [scheme.secondary.contrastText, scheme.secondary.main],
      [brand.heroText, brand.hero],
      [brand.heroMuted, brand.hero],
      ...Object.values(scheme.tone).map((tone) => [tone.text, tone.background]),
    ];
    const unreadable = pairs.filter(([front = '', back = '']) => contrast(front, back) <= 4.5);
    expect(unreadable).toEqual([]);
  });

  test('the contrast of the focus ring is above 3 on every background (WCAG 2.2)', () => {
    for (const surface of [scheme.background.default, scheme.background.paper, scheme.brand.sunken]) {
      expect(contrast(scheme.brand.focus, surface)).toBeGreaterThan(3);
    }
  });
});

test('the contrast of white initials is above 4.5 on each of the 26 avatar colours', () => {
  expect(new Set(avatarColors).size).toBe(26);
  expect(avatarColors.filter((color) => contrast('#FFFFFF', color) <= 4.5)).toEqual([]);
});
