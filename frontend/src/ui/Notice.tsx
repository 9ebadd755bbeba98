import type { ReactNode } from 'react';
import styles from './Notice.module.css';
import { WindowMark } from './WindowMark';

type NoticeProps = {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
  /** Whether the notice is the whole page. */
  page?: boolean;
};

/** What stands in place of content: an empty list, a failed request. `alert` makes screen readers say it at once. */
export function Notice({ title, text, actions, alert = false, page = false }: NoticeProps) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div className={styles.notice} role={alert ? 'alert' : undefined}>
      <WindowMark size={56} />
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
