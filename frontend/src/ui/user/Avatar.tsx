import styles from './Avatar.module.css';
import { avatarColor } from './avatarColor';

export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  const [initial = ''] = name.trim();
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.44, backgroundColor: avatarColor(name) }}
      aria-hidden
    >
      {initial.toLocaleUpperCase()}
    </span>
  );
}
