import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import styles from './ListHeading.module.css';

type ListHeadingProps = {
  title: string;
  /** The total in words; undefined until it is known. */
  count: string | undefined;
  /** A link or filter for some of the rows, next to their number. */
  shortcut?: ReactNode;
  /** The actions of the page. */
  action?: ReactNode;
  /** The same rows as a file. On a phone it needs no line of its own. */
  download?: ReactNode;
  /** Receives the focus when the focused element disappears. */
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
        {/* Reserved space, so that nothing moves when the number arrives. */}
        <div
          className={
            shortcut !== undefined ? styles.count : isDownloadAlone ? styles.besideDownload : undefined
          }
        >
          <Typography component="div" aria-live="polite" color="textSecondary" className={styles.total}>
            {count !== undefined && <h2>{count}</h2>}
          </Typography>
          {/* After the number, which would push it aside. */}
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
