/** In pixels: enough for a few options. */
const minHeight = 200;
const gap = 12;

/**
 * A ref callback for a dropdown list: limits its height to the visual viewport, which a phone's
 * keyboard shrinks without CSS knowing. If there is too little space, scrolls the list's anchor up
 * first.
 */
export function fitToViewport(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const viewport = window.visualViewport;
  const availableHeight = () => {
    const end = viewport ? viewport.offsetTop + viewport.height : window.innerHeight;
    return end - list.getBoundingClientRect().top - gap;
  };
  const fit = () => {
    list.style.maxHeight = `${Math.max(availableHeight(), minHeight)}px`;
  };
  const anchor = list.offsetParent;
  // The header is at the top already.
  const canScrollUp = (anchor?.getBoundingClientRect().top ?? 0) > gap;
  if (canScrollUp && availableHeight() < Math.min(minHeight, list.scrollHeight)) {
    anchor?.scrollIntoView({ block: 'start' });
  }
  fit();
  viewport?.addEventListener('resize', fit);
  window.addEventListener('scroll', fit, { passive: true });
  return () => {
    viewport?.removeEventListener('resize', fit);
    window.removeEventListener('scroll', fit);
  };
}
