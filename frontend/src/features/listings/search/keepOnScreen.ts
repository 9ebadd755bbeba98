/** Enough to see that there is more, and to choose from. */
const leastRoom = 200;
const gap = 12;

/**
 * A ref of a list that hangs below something: ends it above the edge of the screen or of the phone's keyboard, which
 * no style sheet knows of. Where that leaves too little, what it hangs below is scrolled up first.
 */
export function keepOnScreen(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  const screen = window.visualViewport;
  const room = () => {
    const end = screen ? screen.offsetTop + screen.height : window.innerHeight;
    return end - list.getBoundingClientRect().top - gap;
  };
  const fit = () => {
    list.style.maxHeight = `${Math.max(room(), leastRoom)}px`;
  };
  const holder = list.offsetParent;
  // What hangs below the header is as high up as it can be.
  if (holder && holder.getBoundingClientRect().top > gap && room() < Math.min(leastRoom, list.scrollHeight)) {
    holder.scrollIntoView({ block: 'start' });
  }
  fit();
  screen?.addEventListener('resize', fit);
  window.addEventListener('scroll', fit, { passive: true });
  return () => {
    screen?.removeEventListener('resize', fit);
    window.removeEventListener('scroll', fit);
  };
}
