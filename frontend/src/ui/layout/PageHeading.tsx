import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import styles from './PageHeading.module.css';

/** The heading of a page with its introduction. */
export function PageHeading({ title, text }: { title: string; text: ReactNode }) {
  return (
    <>
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      <Typography color="textSecondary" className={styles.text}>
        {text}
      </Typography>
    </>
  );
}
