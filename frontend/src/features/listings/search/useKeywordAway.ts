import { type RefObject, useEffect, useRef } from 'react';

/** The id of the page's own search field, to which the header's button leads. */
export const searchKeywordId = 'search-keyword';

/** As an attribute of the page, so that styles exchange name, button and field without a render of the header. */
const attribute = 'data-keyword-away';

/** A ref of the page's own search field: tells styles when it has been scrolled away, below the header's edge too. */
export function useKeywordAway<Field extends HTMLElement>(): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useEffect(() => {
    const root = document.documentElement;
    const top = getComputedStyle(root).getPropertyValue('--header-height') || '0px';
    const observer = new IntersectionObserver(
      ([entry]) => root.toggleAttribute(attribute, entry ? !entry.isIntersecting : false),
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
