import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../api/generated';
import { Avatar } from '../../ui/Avatar';
import { Badge } from '../../ui/Badge';
import { Icon } from '../../ui/Icon';
import { ListingCard } from './ListingCard';
import styles from './ManagedListingCard.module.css';
import { listingStatusTones } from './tones';

type ManagedListingCardProps = {
  listing: ListingSummaryResponse;
  onChangeStatus: () => void;
  onDelete: () => void;
};

/** A listing's card for those who look after it. */
export function ManagedListingCard({ listing, onChangeStatus, onDelete }: ManagedListingCardProps) {
  const { t } = useTranslation(['myListings', 'listings']);
  const { title, status, views, landlord } = listing;
  const owner = `${landlord.firstName} ${landlord.lastName}`;
  return (
    <ListingCard
      listing={listing}
      badges={
        <>
          <Badge tone={listingStatusTones[status]}>{t(`listings:status.${status}`)}</Badge>
          {views !== null && (
            <Badge tone="gray">
              <Icon name="eye" size={15} />
              {t('views', { count: views })}
            </Badge>
          )}
        </>
      }
      actions={
        <div className={styles.bottom}>
          <p className={styles.landlord}>
            <Avatar name={landlord.firstName} size={32} />
            <span className="visually-hidden">{t('landlord', { name: owner })}</span>
            <span aria-hidden>{owner}</span>
          </p>
          <div className={styles.buttons}>
            <Button
              size="small"
              variant="outlined"
              aria-label={t('changeStatusNamed', { title })}
              onClick={onChangeStatus}
              sx={{ minHeight: 44, flex: 1 }}
            >
              {t('changeStatus')}
            </Button>
            <Button
              size="small"
              color="error"
              startIcon={<Icon name="trash" size={18} />}
              aria-label={t('deleteNamed', { title })}
              onClick={onDelete}
              sx={{ minHeight: 44 }}
            >
              {t('delete')}
            </Button>
          </div>
        </div>
      }
    />
  );
}
