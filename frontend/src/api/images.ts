/** The sizes that the server makes: two that fit inside, two that are cropped. */
export type ImageSize = '500x500' | '400x300' | '1200x800' | '2400x1600';

export const imageUrl = (location: string, size: ImageSize): string => `/images/${size}${location}`;
