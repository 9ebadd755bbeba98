import Typography from '@mui/material/Typography';
import { type ReactNode, type Ref, useId } from 'react';
import styles from './Card.module.css';

type CardProps = {
  title: string;
  children: ReactNode;
  /** Whether its content is loading. */
  busy?: boolean;
  /** Can receive the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** A part of a page with a heading of its own. */
export function Card({ title, children, busy = false, headingRef }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId} aria-busy={busy}>
      <Typography
        id={titleId}
        variant="h3"
        component="h2"
        {...(headingRef && { ref: headingRef, tabIndex: -1 })}
      >
        {title}
      </Typography>
      {children}
    </section>
  );
}
