const failed = 'failed';

/**
 * Marks photos that could not be loaded with `data-failed`, by which base.css hides their alternative
 * text from view: it would overlap what lies on them. Loads them again once there is a connection.
 */
export function watchFailedImages(page: Document = document): void {
  for (const image of page.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0 && image.hasAttribute('src')) mark(image);
  }
  // The events do not bubble.
  page.addEventListener('error', ({ target }) => isImage(target) && mark(target), true);
  page.addEventListener('load', ({ target }) => isImage(target) && unmark(target), true);
  window.addEventListener('online', () => {
    page.querySelectorAll<HTMLImageElement>(`img[data-${failed}]`).forEach(loadAgain);
  });
}

const isImage = (target: EventTarget | null): target is HTMLImageElement =>
  target instanceof HTMLImageElement;

const mark = (image: HTMLImageElement): void => {
  image.dataset[failed] = '';
};

const unmark = (image: HTMLImageElement): void => {
  delete image.dataset[failed];
};

/** A source that is set again is requested again. */
function loadAgain(image: HTMLImageElement): void {
  // oxlint-disable-next-line no-self-assign
  image.src = image.src;
}
