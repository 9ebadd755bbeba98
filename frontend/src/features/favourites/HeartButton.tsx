import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon';
import styles from './HeartButton.module.css';

type HeartButtonProps = {
  title: string;
  marked: boolean;
  /** On the image of a card, or with its name beside other actions. */
  look: 'card' | 'action';
  onToggle: () => void;
};

/** Its name stays the same; `aria-pressed` says whether the listing is marked. */
export function HeartButton({ title, marked, look, onToggle }: HeartButtonProps) {
  const { t } = useTranslation('favourites');
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[look]}`}
      aria-pressed={marked}
      aria-label={t('mark', { title })}
      title={t(marked ? 'marked' : 'unmarked')}
      onClick={onToggle}
    >
      <Icon name="heart" size={look === 'card' ? 20 : 18} className={styles.icon} />
      {look === 'action' && <span>{t('short')}</span>}
    </button>
  );
}
