export type Variant = readonly [colorScheme: 'light' | 'dark', width: number, locale: 'de-DE' | 'en-US'];

/** Of theme, width and language. Each pair of values occurs in one of them. */
export const mainVariants: readonly Variant[] = [
  ['light', 1440, 'de-DE'],
  ['dark', 1440, 'en-US'],
  ['light', 390, 'en-US'],
  ['dark', 390, 'de-DE'],
];

/** Each value occurs in one of them. */
export const journeyVariants: readonly Variant[] = [
  ['light', 1440, 'de-DE'],
  ['dark', 390, 'en-US'],
];

export const allVariants: readonly Variant[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].flatMap((width) =>
    (['de-DE', 'en-US'] as const).map((locale) => [colorScheme, width, locale] as const),
  ),
);

/** Whether a test that is meant for these variants runs in this one: in all with JOURNEY_VARIANTS=all. */
export const runsIn = (variants: readonly Variant[], variant: Variant): boolean =>
  process.env['JOURNEY_VARIANTS'] === 'all' || variants.some((other) => String(other) === String(variant));

export const viewportOf = (width: number) => ({ width, height: width < 768 ? 844 : 900 });
