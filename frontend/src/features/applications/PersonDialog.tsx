import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { Dialog } from '../../ui/dialog/Dialog';
import { personName } from './personName';
import { phoneHref } from './phoneHref';
import styles from './ReviewPage.module.css';

type PersonDialogProps = { person: PersonResponse; contactLater: boolean; onClose: () => void };

/** What the reader may know of a person. The server leaves out what is not for them. */
export function PersonDialog({ person, contactLater, onClose }: PersonDialogProps) {
  const { t } = useTranslation(['applications', 'shell']);
  const { date } = useFormats();
  const { email, phoneNumber, gender, dateOfBirth, aboutMe, role, status } = person;
  return (
    <Dialog
      title={personName(person)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shell:dialog.close')}</Button>}
    >
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{t(`person.role.${role}`)}</Typography>
      <dl className={styles.facts}>
        {email && (
          <Fact name={t('person.email')}>
            <a href={`mailto:${email}`}>{email}</a>
          </Fact>
        )}
        {phoneNumber && (
          <Fact name={t('person.phone')}>
            <a href={phoneHref(phoneNumber)}>{phoneNumber}</a>
          </Fact>
        )}
        {gender && <Fact name={t('person.gender')}>{t(`person.gender.${gender}`)}</Fact>}
        {dateOfBirth && <Fact name={t('person.dateOfBirth')}>{date(dateOfBirth)}</Fact>}
        {status && <Fact name={t('person.status')}>{t(`person.status.${status}`)}</Fact>}
        {aboutMe && (
          <Fact name={t('person.aboutMe')} long>
            {aboutMe}
          </Fact>
        )}
      </dl>
      {contactLater && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {t('person.contactLater')}
        </Typography>
      )}
    </Dialog>
  );
}

function Fact({ name, long = false, children }: { name: string; long?: boolean; children: ReactNode }) {
  const className = long ? styles.longFact : undefined;
  return (
    <>
      <dt className={className}>{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}
