import { Link } from 'react-router-dom';
import styles from './AuthLayout.module.css';

/** A link from one page of `AuthLayout` to another. */
export function AuthLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.link}>
      {children}
    </Link>
  );
}
