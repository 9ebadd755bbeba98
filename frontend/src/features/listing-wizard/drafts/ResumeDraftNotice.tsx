import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { useFocusAfterNotice } from '../useFocusAfterNotice';
import type { ResumableDraft } from '../useWizardForm';
import styles from '../Wizard.module.css';

type ResumeDraftNoticeProps = {
  draft: ResumableDraft;
  /** How many images of an earlier visit came back. */
  restoredImages: number;
  onResume: (step: number) => void;
  onStartOver: () => void;
};

/** Offers to continue with a restored draft, or to discard it after a confirmation. */
export function ResumeDraftNotice({ draft, restoredImages, onResume, onStartOver }: ResumeDraftNoticeProps) {
  const { t } = useTranslation('wizard');
  const { dateTime } = useFormats();
  useFocusAfterNotice();
  const [isConfirming, setIsConfirming] = useState(false);
  const changed = dateTime(new Date(draft.changed).toISOString());
  return (
    <Alert severity={draft.isOutdated ? 'warning' : 'info'} role="status" className={styles.notice}>
      <p>{t('draft.found', { changed })}</p>
      {restoredImages > 0 && <p>{t('draft.images', { count: restoredImages })}</p>}
      {draft.isOutdated && <p>{t('draft.outdated')}</p>}
      <div className={styles.choices}>
        <Button variant="contained" onClick={() => onResume(draft.step)}>
          {t('draft.continue')}
        </Button>
        <Button
          color="inherit"
          variant="outlined"
          aria-haspopup="dialog"
          onClick={() => setIsConfirming(true)}
        >
          {t('draft.startOver')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('draft.discardTitle')}
          confirmLabel={t('draft.discard')}
          destructive
          onConfirm={onStartOver}
          onClose={() => setIsConfirming(false)}
        >
          {t('draft.discardText')}
        </ConfirmDialog>
      )}
    </Alert>
  );
}
