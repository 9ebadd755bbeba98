import { useTranslation } from 'react-i18next';
import type { ParticipantResponse } from '../../../api/generated';
import { Badge } from '../../../ui/badge/Badge';
import { Avatar } from '../../../ui/user/Avatar';
import { ContactLinks } from '../../../ui/user/ContactLinks';
import { displayName } from '../../../ui/user/displayName';
import styles from './LandlordContact.module.css';

/** The landlord, after an approval with contact data. */
export function LandlordContact({ landlord }: { landlord: ParticipantResponse | null }) {
  const { t } = useTranslation(['applications', 'userDetails']);
  if (!landlord) return <p className={styles.deleted}>{t('mine.landlordDeleted')}</p>;
  const { email, phoneNumber, status } = landlord;
  return (
    <div className={styles.landlord}>
      <Avatar name={landlord.firstName} size={40} />
      <div className={styles.text}>
        <p className={styles.role}>{t('mine.landlord')}</p>
        <p className={styles.name}>{displayName(landlord)}</p>
      </div>
      {status === 'INACTIVE' && <Badge tone="gray">{t('userDetails:account.INACTIVE')}</Badge>}
      {(email ?? phoneNumber) && (
        <div className={styles.contact}>
          <ContactLinks email={email} phoneNumber={phoneNumber} />
        </div>
      )}
    </div>
  );
}
