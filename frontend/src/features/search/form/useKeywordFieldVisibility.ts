import { type RefObject, useEffect, useRef } from 'react';

/** The id of the search form's field, which the header's button focuses. */
export const searchKeywordId = 'search-keyword';

/** On the root element, so that CSS changes the header without a render. */
const attribute = 'data-keyword-field-hidden';

/**
 * A ref for the search form's field: sets the attribute while the field is scrolled out of view or
 * under the header.
 */
export function useKeywordFieldVisibility<Field extends HTMLElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    const root = document.documentElement;
    const top = getComputedStyle(root).getPropertyValue('--header-height') || '0px';
    const observer = new IntersectionObserver(
      // The last one: a busy browser reports several changes at once, oldest first.
      (entries) => root.toggleAttribute(attribute, entries.at(-1)?.isIntersecting === false),
      { rootMargin: `-${top} 0px 0px` },
    );
    if (field.current) observer.observe(field.current);
    return () => {
      observer.disconnect();
      root.removeAttribute(attribute);
    };
  }, []);
  return field;
}
