import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isPath } from './isPath';

type PageLinkProps = {
  /** A path of this app, or an external address. */
  href: string;
  /** Whether it is the current page. */
  current?: boolean;
  children: ReactNode;
};

/** A link to a page of this app, or to an external one in a new tab, as the settings say. */
export function PageLink({ href, current = false, children }: PageLinkProps) {
  const state = current ? ({ 'aria-current': 'page' } as const) : {};
  if (isPath(href)) {
    return (
      <Link to={href} {...state}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...state}>
      {children}
    </a>
  );
}
