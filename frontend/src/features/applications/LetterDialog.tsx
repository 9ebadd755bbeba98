import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import { Dialog } from '../../ui/dialog/Dialog';
import { ignoreHeldKey } from '../../ui/ignoreHeldKey';
import styles from './LetterDialog.module.css';
import type { Verdict } from './ReviewDialog';

type LetterDialogProps = {
  application: ApplicationResponse;
  /** Who wrote it. */
  name: string;
  /** The reader may decide now. */
  open: boolean;
  /** What became of the letter before. */
  notice: ReactNode;
  onReview: (verdict: Verdict) => void;
  onClose: () => void;
};

/** A letter to read, and to decide on without going back to the list. */
export function LetterDialog(props: LetterDialogProps) {
  const { application, name, open, notice, onReview, onClose } = props;
  const { t } = useTranslation(['applications', 'shell']);
  return (
    <Dialog
      title={t('letter.title', { name })}
      text
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" className={open ? styles.close : undefined} onClick={onClose}>
            {t('shell:dialog.close')}
          </Button>
          {open && (
            <>
              <Button
                variant="outlined"
                color="error"
                onKeyDown={ignoreHeldKey}
                onClick={() => onReview('REJECTED')}
              >
                {t('review.reject')}
              </Button>
              <Button variant="contained" onKeyDown={ignoreHeldKey} onClick={() => onReview('APPROVED')}>
                {t('review.accept')}
              </Button>
            </>
          )}
        </>
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

/** A paragraph for every line that says something. */
const paragraphsOf = (letter: string) =>
  letter
    .split(/\r?\n/)
    .map((text, line) => ({ key: line, text: text.trim() }))
    .filter(({ text }) => text !== '');
