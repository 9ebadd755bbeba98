import { type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListingSummaryResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useFormats } from '../../../i18n/useFormats';
import { Badge } from '../../../ui/badge/Badge';
import { Icon } from '../../../ui/Icon';
import { AdditionalCosts } from './AdditionalCosts';
import { streetLine, townLine } from '../../../ui/user/addressLines';
import { CardCorner } from './CardCorner';
import { CardGallery } from './CardGallery';
import { CardFacts } from './CardFacts';
import styles from './ListingCard.module.css';
import { unitTypeTones } from '../tones';

type ListingCardProps = {
  listing: ListingSummaryResponse;
  /** For cards on the first screen: their image loads first. */
  eager?: boolean;
  /** The state of the link to the listing. */
  linkState?: unknown;
  /** Badges after the type and the date. */
  badges?: ReactNode;
  /** Below the rest of the card. */
  actions?: ReactNode;
};

export function ListingCard(props: ListingCardProps) {
  const { listing, eager = false, linkState, badges, actions } = props;
  const { t } = useTranslation('listings');
  const { money, date } = useFormats();
  const renderCorner = use(CardCorner);
  const href = paths.listing.href(listing.externalId);
  return (
    <article className={styles.card}>
      <CardGallery
        images={listing.images}
        title={listing.title}
        href={href}
        linkState={linkState}
        eager={eager}
      >
        {renderCorner?.(listing)}
      </CardGallery>
      <div className={styles.badges}>
        <Badge tone={unitTypeTones[listing.unitType]}>{t(`unitType.${listing.unitType}`)}</Badge>
        <Badge tone="gray">{t('card.updated', { date: date(listing.lastModified) })}</Badge>
        {badges}
      </div>
      <div className={styles.body}>
        <p className={styles.price}>
          <span className={styles.total}>{money(listing.totalRent)}</span>
          {t('card.perMonth')}
          <span className={styles.basic}>{t('card.basicRent', { rent: money(listing.basicRent) })}</span>
        </p>
        <h3 className={styles.title}>
          <Link className={styles.link} to={href} state={linkState}>
            {listing.title}
          </Link>
        </h3>
        <p className={styles.address}>
          <Icon name="place" size={17} />
          <span className={styles.street}>{streetLine(listing.address)}, </span>
          <span className={styles.town}>{townLine(listing.address)}</span>
        </p>
        <CardFacts listing={listing} />
        <div className={styles.bottom}>
          <AdditionalCosts costs={listing.additionalCosts} />
          {actions}
        </div>
      </div>
    </article>
  );
}
