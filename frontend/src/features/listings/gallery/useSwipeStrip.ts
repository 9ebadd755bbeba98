import { type UIEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { nearestSlide } from '../nearestSlide';

/**
 * A horizontal list of full-width slides that scrolls to `index`, and reports the slide
 * that a swipe has reached. Does not scroll while a swipe is in progress.
 */
export function useSwipeStrip(index: number, onSwipe: (index: number) => void) {
  const strip = useRef<HTMLUListElement>(null);
  const current = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (current.current === index) return;
    current.current = index;
    scrollToSlide(strip.current, index);
  }, [index]);

  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    // Keeps the slide when the width changes, as on a rotated phone.
    const observer = new ResizeObserver(() => scrollToSlide(element, current.current ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onScroll = ({ currentTarget }: UIEvent) => {
    const nearest = nearestSlide(currentTarget);
    if (nearest === undefined || nearest === current.current) return;
    current.current = nearest;
    onSwipe(nearest);
  };
  return { strip, onScroll };
}

const scrollToSlide = (strip: HTMLElement | null, index: number): void =>
  strip?.scrollTo({ left: index * strip.clientWidth, behavior: 'instant' });
