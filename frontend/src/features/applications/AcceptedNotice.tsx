import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ApplicationResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { ContactLinks } from '../../ui/user/ContactLinks';
import { LetQuestion } from './review/letting/LetQuestion';
import styles from './review/ReviewNotice.module.css';
import type { Letting } from './review/letting/useLetting';
import { useApplicantName } from './review/useReviewColumns';

type AcceptedNoticeProps = {
  /** The response to the approval, with the student's contact data. */
  application: ApplicationResponse;
  letting: Letting;
  onClose: () => void;
  /** Called when the link to all accepted applications is followed. */
  onFollow: () => void;
};

/**
 * Confirms a landlord's approval, shows the student's contact data, and asks whether the listing is let
 * now; the row may have left the list.
 */
export function AcceptedNotice({ application, letting, onClose, onFollow }: AcceptedNoticeProps) {
  const { t } = useTranslation(['applications', 'shell']);
  const name = useApplicantName()(application);
  const { student, listing } = application;
  return (
    <Alert severity="success" className={styles.notice} closeText={t('shell:dialog.close')} onClose={onClose}>
      <AlertTitle>{t('accepted.title', { name, title: listing.title })}</AlertTitle>
      {student && (
        <>
          <p>
            {t(student.status === 'INACTIVE' ? 'accepted.textInactive' : 'accepted.text', {
              name: student.firstName,
            })}
          </p>
          <ContactLinks email={student.email} phoneNumber={student.phoneNumber} />
        </>
      )}
      {listing.externalId !== null && (
        <LetQuestion listing={{ ...listing, externalId: listing.externalId }} letting={letting} />
      )}
      <Link
        className={styles.all}
        to={{ pathname: paths.applications.href(), search: '?status=APPROVED' }}
        onClick={onFollow}
      >
        {t('accepted.all')}
      </Link>
    </Alert>
  );
}
