import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import styles from './ResultChip.module.css';
import { type ChosenPlace, placeName } from './placeAddress';

type PlaceChipProps = { place: ChosenPlace; onRemove: () => void };

/** The place that is searched in; pressing it searches everywhere again. */
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
