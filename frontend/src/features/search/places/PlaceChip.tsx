import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import styles from '../results/ResultChip.module.css';
import { placeName } from '../../../ui/user/addressLines';
import type { Place } from './placeParam';

type PlaceChipProps = { place: Place; onRemove: () => void };

/** Shows the place filter; a click removes it. */
export function PlaceChip({ place, onRemove }: PlaceChipProps) {
  const { t } = useTranslation('listings');
  const name = placeName(place);
  return (
    <button
      type="button"
      className={styles.chip}
      data-on
      aria-label={t('search.removePlace', { place: name })}
      onClick={onRemove}
    >
      <Icon name="place" size={16} className={styles.icon} />
      <span className={styles.name}>{name}</span>
      <Icon name="close" size={14} className={styles.icon} />
    </button>
  );
}
