import type { ReactNode } from 'react';
import { MoreIcon } from '../MoreIcon';
import styles from './NewTabLink.module.css';

type NewTabLinkProps = {
  href: string;
  className?: string | undefined;
  /** For screen readers: that it opens a new tab. */
  hint: string;
  children: ReactNode;
};

/** Opens a new tab; its icon stays on the line of the last word. */
export function NewTabLink({ href, className = '', hint, children }: NewTabLinkProps) {
  return (
    <a className={`${styles.link} ${className}`} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <MoreIcon name="open" size={15} className={styles.icon} />
      <span className="visually-hidden"> ({hint})</span>
    </a>
  );
}
