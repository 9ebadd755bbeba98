import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { isPath } from './isPath';

type PageLinkProps = {
  /** A path of this app, or an address elsewhere. */
  href: string;
  /** Whether it is the page that is open. */
  current?: boolean;
  children: ReactNode;
};

/** A page of this app, or one elsewhere in a tab of its own: the settings decide which. */
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
