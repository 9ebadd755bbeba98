import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ManagedListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { Avatar } from '../../../ui/user/Avatar';
import { Badge } from '../../../ui/badge/Badge';
import { Icon } from '../../../ui/Icon';
import { MoreIcon } from '../../../ui/MoreIcon';
import { RowNotice } from '../../../ui/list/table/RowNotice';
import { ListingCard } from '../card/ListingCard';
import styles from './ManagedListingCard.module.css';
import { canCopy } from './canCopy';
import type { ListingDialog, ListingManager } from './listingManager';
import { TakedownNotice } from '../TakedownNotice';
import { listingStatusTones } from '../tones';

type ManagedListingCardProps = {
  listing: ManagedListingResponse;
  reader: ListingManager;
  onOpen: (dialog: ListingDialog) => void;
};

/** A listing card with the actions of its landlord and of administrators. */
export function ManagedListingCard(props: ManagedListingCardProps) {
  const { listing, reader, onOpen } = props;
  const { t } = useTranslation(['myListings', 'listings']);
  const { externalId, title, status, views, favourites, landlord, takedownReason } = listing;
  const owner = `${landlord.firstName} ${landlord.lastName}`;
  return (
    <ListingCard
      listing={listing}
      badges={
        <>
          <Badge tone={listingStatusTones[status]}>{t(`listings:status.${status}`)}</Badge>
          {views !== null && (
            <Badge tone="gray">
              <MoreIcon name="eye" size={15} />
              {t('views', { count: views })}
            </Badge>
          )}
          {favourites !== null && (
            <Badge tone="gray">
              <Icon name="heart" size={15} />
              {t('listings:detail.favourites', { count: favourites })}
            </Badge>
          )}
        </>
      }
      actions={
        <div className={styles.bottom}>
          <RowNotice id={externalId} />
          {takedownReason !== null && (
            <div className={styles.takedown}>
              <TakedownNotice reason={takedownReason} reader={reader} short />
            </div>
          )}
          <p className={styles.landlord}>
            <Avatar name={landlord.firstName} size={32} />
            <span className="visually-hidden">{t('landlord', { name: owner })}</span>
            <span aria-hidden>{owner}</span>
          </p>
          <div className={styles.buttons}>
            <Button
              size="small"
              variant="outlined"
              component={Link}
              to={paths.manageListing.href(externalId)}
              aria-label={t('editNamed', { title })}
              className={styles.button}
            >
              {t('edit')}
            </Button>
            <Button
              size="small"
              variant="outlined"
              aria-label={t('changeStatusNamed', { title })}
              onClick={() => onOpen({ kind: 'status', listing })}
              className={styles.button}
            >
              {t('changeStatus')}
            </Button>
            {canCopy(reader, listing) && (
              <IconButton
                title={t('copy')}
                aria-label={t('copyNamed', { title })}
                onClick={() => onOpen({ kind: 'copy', listing })}
              >
                <MoreIcon name="copy" />
              </IconButton>
            )}
            <IconButton
              color="error"
              title={t('delete')}
              aria-label={t('deleteNamed', { title })}
              onClick={() => onOpen({ kind: 'delete', listing })}
            >
              <MoreIcon name="trash" />
            </IconButton>
          </div>
        </div>
      }
    />
  );
}
