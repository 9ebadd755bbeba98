import type { ReactNode } from 'react';
import styles from './CardRows.module.css';

/** A short list in a card. */
export function CardRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

type CardRowProps = {
  title: string;
  details: readonly string[];
  /** Instead of an action. */
  note?: string | undefined;
  action?: ReactNode;
};

export function CardRow({ title, details, note, action }: CardRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <strong>{title}</strong>
        {details.map((detail) => (
          <span key={detail} className={styles.muted}>
            {detail}
          </span>
        ))}
      </div>
      {note !== undefined && <span className={styles.muted}>{note}</span>}
      {action}
    </li>
  );
}
