import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * A strip of views as wide as itself that fingers swipe, and that follows
 * `index` when something else turns it. While a finger moves the strip, nobody
 * else does.
 */
export function useSwipedStrip(index: number, onSwiped: (index: number) => void) {
  const strip = useRef<HTMLUListElement>(null);
  const seen = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (seen.current === index) return;
    seen.current = index;
    turn(strip.current, index);
  }, [index]);

  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    // A turned phone has other widths, and still shows the same picture.
    const observer = new ResizeObserver(() => turn(element, seen.current ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = strip.current ?? {};
    if (clientWidth === 0) return;
    const nearest = Math.round(scrollLeft / clientWidth);
    if (nearest === seen.current) return;
    seen.current = nearest;
    onSwiped(nearest);
  };
  return { strip, onScroll };
}

const turn = (strip: HTMLElement | null, index: number): void =>
  strip?.scrollTo({ left: index * strip.clientWidth, behavior: 'instant' });
