import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApplicationResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useFormats } from '../../../i18n/useFormats';
import { streetLine, townLine } from '../../../ui/user/addressLines';
import { DecisionBadge } from '../../../ui/badge/DecisionBadge';
import { Icon } from '../../../ui/Icon';
import { MoreIcon } from '../../../ui/MoreIcon';
import { RowNotice } from '../../../ui/list/table/RowNotice';
import styles from './ApplicationCard.module.css';
import { ApplicationImage } from './ApplicationImage';
import { ApplicationSteps } from './ApplicationSteps';
import { badgeDecision, isWithdrawable } from '../decisions';
import { LandlordContact } from './LandlordContact';
import { RejectionText } from './RejectionText';

type ApplicationCardProps = { application: ApplicationResponse; onWithdraw: () => void };

/** An application as its student sees it. */
export function ApplicationCard({ application, onWithdraw }: ApplicationCardProps) {
  const { t } = useTranslation('applications');
  const { money } = useFormats();
  const { listing, landlord, applicationLetter } = application;
  return (
    <article className={styles.card}>
      <div className={styles.top}>
        {!listing.deleted && <ApplicationImage image={listing.image} />}
        <div className={styles.head}>
          <h3 className={styles.title}>
            <Title listing={listing} />
          </h3>
          {listing.address && (
            <p className={styles.address}>
              {streetLine(listing.address)}, <span className={styles.town}>{townLine(listing.address)}</span>
            </p>
          )}
          {listing.totalRent !== null && (
            <p className={styles.rent}>
              <b>{money(listing.totalRent)}</b> {t('card.perMonth', { ns: 'listings' })}
            </p>
          )}
        </div>
        <div className={styles.badge}>
          <DecisionBadge decision={badgeDecision(application)} />
        </div>
      </div>
      {listing.status === null && (
        <p className={styles.missing}>{t(listing.deleted ? 'mine.listingDeleted' : 'mine.listingOffline')}</p>
      )}
      <ApplicationSteps application={application} />
      {application.rejection && <RejectionText rejection={application.rejection} />}
      {application.overdue && <p className={styles.overdue}>{t('mine.overdue')}</p>}
      <LandlordContact landlord={landlord} />
      <RowNotice id={application.externalId} />
      <div className={styles.bottom}>
        {applicationLetter !== null && (
          <details className={styles.letter}>
            <summary>
              <Icon name="down" size={18} />
              {t('mine.letter')}
            </summary>
            <p>{applicationLetter}</p>
          </details>
        )}
        {isWithdrawable(application) && (
          <Button
            size="small"
            color="error"
            startIcon={<MoreIcon name="trash" size={18} />}
            aria-label={t('mine.withdrawNamed', { title: listing.title })}
            onClick={onWithdraw}
            className={styles.withdraw}
          >
            {t('mine.withdraw')}
          </Button>
        )}
      </div>
    </article>
  );
}

/** A link, unless the student may not see the page, as while the landlord's account is inactive. */
function Title({ listing }: Pick<ApplicationResponse, 'listing'>) {
  if (!listing.externalId || listing.status === null) return listing.title;
  return (
    <Link className={styles.link} to={paths.listing.href(listing.externalId)}>
      {listing.title}
    </Link>
  );
}
