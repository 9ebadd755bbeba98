const attribute = 'data-failed';

/**
 * Marks photos that could not be loaded with `data-failed`, by which base.css hides their alternative
 * text from view: it would overlap what lies on them. Loads them again once there is a connection.
 */
export function watchFailedImages(page: Document = document): void {
  for (const image of page.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0 && image.hasAttribute('src')) setFailed(image, true);
  }
  // The events do not bubble.
  page.addEventListener('error', ({ target }) => setFailed(target, true), true);
  page.addEventListener('load', ({ target }) => setFailed(target, false), true);
  window.addEventListener('online', () => {
    page.querySelectorAll<HTMLImageElement>(`img[${attribute}]`).forEach(loadAgain);
  });
}

function setFailed(target: EventTarget | null, failed: boolean): void {
  if (target instanceof HTMLImageElement) target.toggleAttribute(attribute, failed);
}

/** A source that is set again is requested again. */
function loadAgain(image: HTMLImageElement): void {
  // oxlint-disable-next-line no-self-assign
  image.src = image.src;
}
