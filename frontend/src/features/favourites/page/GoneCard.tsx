import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { GoneListingResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Badge } from '../../../ui/badge/Badge';
import { Logo } from '../../../ui/brand/Logo';
import { Icon } from '../../../ui/Icon';
import { MoreIcon } from '../../../ui/MoreIcon';
import { unitTypeTones } from '../../listings/tones';
import styles from './GoneCard.module.css';
import { SimilarLink } from './SimilarLink';

type GoneCardProps = { favourite: GoneListingResponse; onRemove: () => void };

/** What is left of a listing that cannot be opened any more. */
export function GoneCard({ favourite, onRemove }: GoneCardProps) {
  const { t } = useTranslation(['favourites', 'listings']);
  const { money } = useFormats();
  const { title, city, unitType, totalRent } = favourite;
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <Logo size={44} />
        {t('gone')}
      </div>
      <div className={styles.badges}>
        <Badge tone={unitTypeTones[unitType]}>{t(`listings:unitType.${unitType}`)}</Badge>
      </div>
      <div className={styles.body}>
        <p className={styles.price}>
          <span className={styles.total}>{money(totalRent)}</span>
          {t('listings:card.perMonth')}
        </p>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.city}>
          <Icon name="place" size={17} />
          {city}
        </p>
        <div className={styles.actions}>
          <SimilarLink title={title} city={city} unitType={unitType} totalRent={totalRent} />
          <Button
            size="small"
            color="inherit"
            startIcon={<MoreIcon name="trash" size={18} />}
            aria-label={t('removeNamed', { title })}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        </div>
      </div>
    </article>
  );
}
