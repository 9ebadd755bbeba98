import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../api/generated';
import { Dialog } from '../../../ui/dialog/Dialog';
import { ignoreKeyRepeat } from '../../../ui/button/ignoreKeyRepeat';
import styles from './LetterDialog.module.css';
import type { FinalDecision } from './ReviewDialog';

type LetterDialogProps = {
  application: ApplicationResponse;
  /** The applicant's name. */
  name: string;
  /** Whether the reader may review it now. */
  canReview: boolean;
  /** The result of the previous review. */
  notice: ReactNode;
  onReview: (decision: FinalDecision) => void;
  onClose: () => void;
};

/** Shows a letter, and reviews it without going back to the list. */
export function LetterDialog(props: LetterDialogProps) {
  const { application, name, canReview, notice, onReview, onClose } = props;
  const { t } = useTranslation(['applications', 'shell']);
  return (
    <Dialog
      title={t('letter.title', { name })}
      text
      closeByCross={canReview}
      onClose={onClose}
      actions={
        canReview ? (
          <>
            <Button
              variant="outlined"
              color="error"
              onKeyDown={ignoreKeyRepeat}
              onClick={() => onReview('REJECTED')}
            >
              {t('review.reject')}
            </Button>
            <Button variant="contained" onKeyDown={ignoreKeyRepeat} onClick={() => onReview('APPROVED')}>
              {t('review.accept')}
            </Button>
          </>
        ) : (
          <Button color="inherit" onClick={onClose}>
            {t('shell:dialog.close')}
          </Button>
        )
      }
    >
      {notice}
      <div className={styles.listing}>{t('letter.listing', { title: application.listing.title })}</div>
      <div className={styles.letter}>
        {paragraphsOf(application.applicationLetter ?? '').map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
    </Dialog>
  );
}

/** A paragraph for every non-empty line. */
const paragraphsOf = (letter: string) =>
  letter
    .split(/\r?\n/)
    .map((text, line) => ({ key: line, text: text.trim() }))
    .filter(({ text }) => text !== '');
