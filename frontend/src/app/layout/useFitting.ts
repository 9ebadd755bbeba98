import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Room for the button that holds what does not fit, with its marker. */
const moreButtonWidth = 124;

/**
 * How many of the container's links fit into its width. The links that do not
 * must stay in the document (out of sight), so that they can be measured again.
 */
export function useFitting(total: number) {
  const container = useRef<HTMLElement>(null);
  const [fitting, setFitting] = useState(total);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    // Called before the first painting, too, and only if the menu is shown. Asking for widths here and now
    // would lay out the whole page in the middle of drawing it.
    const observer = new ResizeObserver(() => flushSync(() => setFitting(countFitting(element, total))));
    observer.observe(element);
    // Fonts and another language change the widths of the links, not of the container.
    for (const link of element.querySelectorAll('a')) observer.observe(link);
    return () => observer.disconnect();
  }, [total]);
  return { container, fitting: Math.min(fitting, total) };
}

function countFitting(element: HTMLElement, total: number): number {
  const widths = Array.from(element.querySelectorAll('a'), (link) => link.offsetWidth);
  const needed = widths.reduce((sum, width) => sum + width, 0);
  if (needed <= element.clientWidth) return total;
  let room = element.clientWidth - moreButtonWidth;
  const first = widths.findIndex((width) => (room -= width) < 0);
  return first === -1 ? total : first;
}
