import type { ReactNode } from 'react';
import styles from './Notice.module.css';
import { Logo } from '../brand/Logo';

type NoticeProps = {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
  /** Whether the notice is the whole page. */
  page?: boolean;
};

/** Replaces content: an empty list, a failed request. `alert` makes screen readers announce it. */
export function Notice({ title, text, actions, alert = false, page = false }: NoticeProps) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div className={styles.notice} role={alert ? 'alert' : undefined}>
      <Logo size={56} />
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
