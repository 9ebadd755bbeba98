import { useTranslation } from 'react-i18next';
import type { Amenity } from '../../../api/generated';
import { Icon } from '../../../ui/Icon';
import styles from './AmenityList.module.css';

const maxShown = 12;

export function AmenityList({ amenities }: { amenities: readonly Amenity[] }) {
  const { t } = useTranslation('listings');
  return (
    <ul className={styles.list}>
      {amenities.slice(0, maxShown).map((amenity) => (
        <li key={amenity} className={styles.item}>
          <span className={styles.check}>
            <Icon name="check" size={18} />
          </span>
          {t(`amenity.${amenity}`)}
        </li>
      ))}
    </ul>
  );
}
