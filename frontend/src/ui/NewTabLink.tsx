import type { ReactNode } from 'react';
import { Icon } from './Icon';
import styles from './NewTabLink.module.css';

type NewTabLinkProps = {
  href: string;
  className?: string | undefined;
  /** That it opens a new tab, for those who do not see the mark. */
  hint: string;
  children: ReactNode;
};

/** Opens another tab, and says so by a mark that stays in the line of the last word. */
export function NewTabLink({ href, className = '', hint, children }: NewTabLinkProps) {
  return (
    <a className={`${styles.link} ${className}`} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="open" size={15} className={styles.icon} />
      <span className="visually-hidden"> ({hint})</span>
    </a>
  );
}
