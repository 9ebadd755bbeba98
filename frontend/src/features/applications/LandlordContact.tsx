import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../api/generated';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/Icon';
import { personName } from '../../ui/person/personName';
import { phoneHref } from '../../ui/person/phoneHref';
import styles from './LandlordContact.module.css';

/** Who decides, and, once they have approved, how to reach them. */
export function LandlordContact({ landlord }: { landlord: PersonResponse | null }) {
  const { t } = useTranslation('applications');
  if (!landlord) return <p className={styles.gone}>{t('mine.landlordGone')}</p>;
  const { email, phoneNumber } = landlord;
  return (
    <div className={styles.landlord}>
      <Avatar name={landlord.firstName} size={40} />
      <div className={styles.words}>
        <p className={styles.role}>{t('mine.landlord')}</p>
        <p className={styles.name}>{personName(landlord)}</p>
      </div>
      {(email ?? phoneNumber) && (
        <p className={styles.contact}>
          {email && (
            <a href={`mailto:${email}`}>
              <Icon name="letter" size={17} />
              {email}
            </a>
          )}
          {phoneNumber && (
            <a href={phoneHref(phoneNumber)}>
              <Icon name="phone" size={17} />
              {phoneNumber}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
