import { useTranslation } from 'react-i18next';
import type { ParticipantResponse } from '../../../api/generated';
import { Avatar } from '../../../ui/user/Avatar';
import { ContactLinks } from '../../../ui/user/ContactLinks';
import { displayName } from '../../../ui/user/displayName';
import styles from './LandlordContact.module.css';

/** The landlord, after an approval with contact data. */
export function LandlordContact({ landlord }: { landlord: ParticipantResponse | null }) {
  const { t } = useTranslation('applications');
  if (!landlord) return <p className={styles.deleted}>{t('mine.landlordDeleted')}</p>;
  const { email, phoneNumber } = landlord;
  return (
    <div className={styles.landlord}>
      <Avatar name={landlord.firstName} size={40} />
      <div className={styles.text}>
        <p className={styles.role}>{t('mine.landlord')}</p>
        <p className={styles.name}>{displayName(landlord)}</p>
      </div>
      {(email ?? phoneNumber) && (
        <div className={styles.contact}>
          <ContactLinks email={email} phoneNumber={phoneNumber} />
        </div>
      )}
    </div>
  );
}
