import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Width of the More button with its marker, in pixels. */
const moreButtonWidth = 124;

/**
 * Counts how many of the container's links fit into its width. Links that do not fit must stay in
 * the DOM (hidden), so that they can be measured again.
 */
export function useFittingLinks(total: number) {
  const container = useRef<HTMLElement>(null);
  const [fittingCount, setFittingCount] = useState(total);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    // The observer is also called before the first paint, and only if the menu is visible.
    // Measuring here would force a layout of the whole page while it renders.
    const observer = new ResizeObserver(() => flushSync(() => setFittingCount(countFitting(element, total))));
    observer.observe(element);
    // Fonts and the language change the widths of the links, not of the container.
    for (const link of element.querySelectorAll('a')) observer.observe(link);
    return () => observer.disconnect();
  }, [total]);
  return { container, fittingCount: Math.min(fittingCount, total) };
}

function countFitting(element: HTMLElement, total: number): number {
  const widths = Array.from(element.querySelectorAll('a'), (link) => link.offsetWidth);
  const needed = widths.reduce((sum, width) => sum + width, 0);
  if (needed <= element.clientWidth) return total;
  let room = element.clientWidth - moreButtonWidth;
  const first = widths.findIndex((width) => (room -= width) < 0);
  return first === -1 ? total : first;
}
