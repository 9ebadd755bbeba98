/**
 * How wide a card draws its picture: four to one in a row, between the page's paddings. The server preloads the first
 * card's picture by the same words (crates/api/src/pages/first_search.rs).
 */
export const cardWidth = [
  '(min-width: 1536px) 354px',
  '(min-width: 1280px) calc((100vw - 120px) / 4)',
  '(min-width: 1024px) calc((100vw - 96px) / 3)',
  '(min-width: 900px) calc((100vw - 72px) / 2)',
  '(min-width: 600px) calc((100vw - 64px) / 2)',
  'calc(100vw - 32px)',
].join(', ');
