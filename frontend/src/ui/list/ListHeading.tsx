import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import styles from './ListHeading.module.css';

type ListHeadingProps = {
  title: string;
  /** How many there are in all, in words; undefined while that is not known. */
  count: string | undefined;
  /** A way to some of them, beside their number. */
  shortcut?: ReactNode;
  /** What can be done here beside reading. */
  action?: ReactNode;
  /** The same rows as a file. On a phone it takes no line of its own. */
  download?: ReactNode;
  /** Where the focus goes when what it was on is no longer there. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
};

export function ListHeading(props: ListHeadingProps) {
  const { title, count, shortcut, action, download, headingRef } = props;
  const isDownloadAlone = action === undefined && download !== undefined;
  return (
    <div className={styles.heading} data-download-alone={isDownloadAlone}>
      <div>
        <Typography variant="h2" component="h1" ref={headingRef} {...(headingRef && { tabIndex: -1 })}>
          {title}
        </Typography>
        {/* The space is kept, so that nothing moves when the number arrives. */}
        <div className={shortcut === undefined && !isDownloadAlone ? undefined : styles.count}>
          <Typography
            component="h2"
            aria-live="polite"
            sx={{ minHeight: '1.5em', mt: 0.5, color: 'text.secondary' }}
          >
            {count}
          </Typography>
          {/* Not before the number, which would push it aside. */}
          {count !== undefined && shortcut}
        </div>
      </div>
      {(action || download) && (
        <div className={styles.actions}>
          {action}
          {download}
        </div>
      )}
    </div>
  );
}
