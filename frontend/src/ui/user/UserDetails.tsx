import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParticipantResponse, UserAddress } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import styles from './UserDetails.module.css';
import { phoneHref } from './phoneHref';

/** A user as others see it; administrators see a landlord's address too. */
export type ShownUser = ParticipantResponse & { address?: UserAddress | null };

/** The details of a user. The server omits what the reader may not see. */
export function UserDetails({ user }: { user: ShownUser }) {
  const { t } = useTranslation('userDetails');
  const { day } = useFormats();
  const { email, phoneNumber, gender, dateOfBirth, address, aboutMe, status } = user;
  return (
    <dl className={styles.facts}>
      {email && (
        <Fact name={t('email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
      {phoneNumber && (
        <Fact name={t('phone')}>
          <a href={phoneHref(phoneNumber)}>{phoneNumber}</a>
        </Fact>
      )}
      {gender && <Fact name={t('gender')}>{t(`gender.${gender}`)}</Fact>}
      {dateOfBirth && <Fact name={t('dateOfBirth')}>{day(dateOfBirth)}</Fact>}
      {address && (
        <Fact name={t('address')}>
          {address.street} {address.houseNumber}, {address.postalCode} {address.city}
        </Fact>
      )}
      {status && <Fact name={t('account')}>{t(`account.${status}`)}</Fact>}
      {aboutMe && (
        <Fact name={t('aboutMe')} long>
          {aboutMe}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, long = false, children }: { name: string; long?: boolean; children: ReactNode }) {
  const className = long ? styles.long : undefined;
  return (
    <>
      <dt className={className}>{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}
