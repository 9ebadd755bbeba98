import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import type { Offer } from './useWizardForm';
import styles from './Wizard.module.css';

type DraftOfferProps = {
  offer: Offer;
  /** How many images that were chosen earlier are there again. */
  pictures: number;
  onGoOn: (step: number) => void;
  onStartAnew: () => void;
};

/** What was typed earlier is there again. Starting anew discards it, after a question. */
export function DraftOffer({ offer, pictures, onGoOn, onStartAnew }: DraftOfferProps) {
  const { t } = useTranslation('wizard');
  const { dateTime } = useFormats();
  const [asking, setAsking] = useState(false);
  const changed = dateTime(new Date(offer.changed).toISOString());
  return (
    <Alert severity={offer.overtaken ? 'warning' : 'info'} role="status" className={styles.offer}>
      <p>{t('draft.found', { changed })}</p>
      {pictures > 0 && <p>{t('draft.pictures', { count: pictures })}</p>}
      {offer.overtaken && <p>{t('draft.overtaken')}</p>}
      <div className={styles.choices}>
        <Button variant="contained" onClick={() => onGoOn(offer.step)}>
          {t('draft.goOn')}
        </Button>
        <Button color="inherit" variant="outlined" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('draft.startAnew')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('draft.discardTitle')}
          confirmLabel={t('draft.discard')}
          destructive
          onConfirm={onStartAnew}
          onClose={() => setAsking(false)}
        >
          {t('draft.discardText')}
        </ConfirmDialog>
      )}
    </Alert>
  );
}
