import { Link } from 'react-router-dom';
import styles from './SessionFrame.module.css';

/** A way from one screen of the way in to another. */
export function SessionLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  );
}
