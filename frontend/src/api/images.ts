/** The sizes that the server makes: two that fit inside, two that are cropped. */
export type ImageSize = '500x500' | '400x300' | '1200x800' | '2400x1600';

export const imageUrl = (location: string, size: ImageSize): string => `/images/${size}${location}`;

/** A picture for a browser to choose the size of; say by `sizes` how wide its place on the screen is. */
const photoSources = (location: string, small: ImageSize, large: ImageSize) => ({
  src: imageUrl(location, '1200x800'),
  srcSet: `${imageUrl(location, small)} ${parseInt(small, 10)}w, ${imageUrl(location, large)} ${parseInt(large, 10)}w`,
});

/** For a card, whose own size is 500x500; only screens that show more pixels in its place load the larger one. */
export const cardSources = (location: string) => ({
  src: imageUrl(location, '500x500'),
  srcSet: `${imageUrl(location, '500x500')} 500w, ${imageUrl(location, '1200x800')} 1200w`,
});

/** For a part of the screen, or all of a phone's. */
export const tileSources = (location: string) => photoSources(location, '400x300', '1200x800');

/** For the whole screen. */
export const screenSources = (location: string) => photoSources(location, '1200x800', '2400x1600');
