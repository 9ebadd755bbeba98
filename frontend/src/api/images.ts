/** The sizes that the server renders: two fit inside, two are cropped. */
export type ImageSize = '500x500' | '400x300' | '1200x800' | '2400x1600';

export const imageUrl = (location: string, size: ImageSize): string => `/images/${size}${location}`;

/** Sources of a responsive image; set `sizes` to the displayed width. */
const imageSources = (location: string, small: ImageSize, large: ImageSize) => ({
  src: imageUrl(location, '1200x800'),
  srcSet: `${imageUrl(location, small)} ${parseInt(small, 10)}w, ${imageUrl(location, large)} ${parseInt(large, 10)}w`,
});

/** For a card of 500x500. Only screens of high density load the larger one. */
export const cardSources = (location: string) => ({
  src: imageUrl(location, '500x500'),
  srcSet: `${imageUrl(location, '500x500')} 500w, ${imageUrl(location, '1200x800')} 1200w`,
});

/** For a part of the screen, or the full width of a phone. */
export const tileSources = (location: string) => imageSources(location, '400x300', '1200x800');

/** For the full screen. */
export const screenSources = (location: string) => imageSources(location, '1200x800', '2400x1600');
