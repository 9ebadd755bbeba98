import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LandlordResponse, ListingResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Avatar } from '../../../ui/user/Avatar';
import styles from './PriceBox.module.css';

type PriceBoxProps = { listing: ListingResponse; children: ReactNode };

/** Costs, actions and landlord of a listing. */
export function PriceBox({ listing, children }: PriceBoxProps) {
  const { t } = useTranslation('listings');
  const { money } = useFormats();
  return (
    <aside className={styles.box} aria-label={t('detail.price')}>
      <MonthlyRent amount={money(listing.totalRent)} />
      <dl className={styles.costs}>
        <Cost label={t('detail.basicRent')} amount={money(listing.basicRent)} />
        <Cost label={t('detail.ancillaryCost')} amount={money(listing.ancillaryCost)} />
        {listing.additionalCosts.map(({ description, cost }) => (
          <Cost key={`${description} ${cost}`} label={description} amount={money(cost)} />
        ))}
        <Cost label={t('detail.totalRent')} amount={money(listing.totalRent)} sum />
        <Cost label={t('detail.securityDeposit')} amount={money(listing.securityDeposit)} />
      </dl>
      <p className={styles.note}>{t('detail.depositNote')}</p>
      {children}
      <Landlord landlord={listing.landlord} />
    </aside>
  );
}

export function MonthlyRent({ amount }: { amount: string }) {
  const { t } = useTranslation('listings');
  return (
    <div className={styles.rent}>
      <span className={styles.amount}>{amount}</span>
      <span>{t('card.perMonth')}</span>
    </div>
  );
}

function Cost({ label, amount, sum = false }: { label: string; amount: string; sum?: boolean }) {
  return (
    <div className={sum ? `${styles.cost} ${styles.sum}` : styles.cost}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

function Landlord({ landlord: { firstName, lastName } }: { landlord: LandlordResponse }) {
  const { t } = useTranslation('listings');
  // Visitors get only the first letter of the last name.
  const name = `${firstName} ${lastName}${lastName.length === 1 ? '.' : ''}`;
  return (
    <div className={styles.landlord}>
      <Avatar name={firstName} size={44} />
      <div>
        <p className={styles.note}>{t('detail.landlord')}</p>
        <p className={styles.name}>{name}</p>
      </div>
    </div>
  );
}
