import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../api/generated';
import { Avatar } from '../../ui/Avatar';
import { ContactLinks } from '../../ui/person/ContactLinks';
import { personName } from '../../ui/person/personName';
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
        <div className={styles.contact}>
          <ContactLinks email={email} phoneNumber={phoneNumber} />
        </div>
      )}
    </div>
  );
}
