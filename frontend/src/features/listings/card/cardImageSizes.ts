/**
 * The `sizes` of a card's image: one to four cards in a row. The server preloads the image of the
 * first card with the same text (crates/web/src/initial_search.rs).
 */
export const cardImageSizes = [
  '(min-width: 1536px) 354px',
  '(min-width: 1280px) calc((100vw - 120px) / 4)',
  '(min-width: 1024px) calc((100vw - 96px) / 3)',
  '(min-width: 900px) calc((100vw - 72px) / 2)',
  '(min-width: 600px) calc((100vw - 64px) / 2)',
  'calc(100vw - 32px)',
].join(', ');
