import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import styles from './ListHeading.module.css';

type ListHeadingProps = {
  title: string;
  /** How many there are in all, in words; undefined while that is not known. */
  count: string | undefined;
  /** What can be done here beside reading. */
  action?: ReactNode;
};

export function ListHeading({ title, count, action }: ListHeadingProps) {
  return (
    <div className={styles.heading}>
      <div>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        {/* The space is kept, so that nothing moves when the number arrives. */}
        <Typography
          component="h2"
          aria-live="polite"
          sx={{ minHeight: '1.5em', mt: 0.5, color: 'text.secondary' }}
        >
          {count}
        </Typography>
      </div>
      {action}
    </div>
  );
}
