import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import styles from './Wizard.module.css';
import type { Offer } from './useWizardForm';

type DraftOfferProps = { offer: Offer; onGoOn: (step: number) => void; onStartAnew: () => void };

/** What was typed earlier is there again; whoever wants none of it begins anew. */
export function DraftOffer({ offer, onGoOn, onStartAnew }: DraftOfferProps) {
  const { t } = useTranslation('wizard');
  const { dateTime } = useFormats();
  const changed = dateTime(new Date(offer.changed).toISOString());
  return (
    <Alert severity={offer.overtaken ? 'warning' : 'info'} role="status" className={styles.offer}>
      <p>{t('draft.found', { changed })}</p>
      <p>{t(offer.overtaken ? 'draft.overtaken' : 'draft.pictures')}</p>
      <div className={styles.choices}>
        <Button variant="contained" onClick={() => onGoOn(offer.step)}>
          {t('draft.goOn')}
        </Button>
        <Button color="inherit" variant="outlined" onClick={onStartAnew}>
          {t('draft.startAnew')}
        </Button>
      </div>
    </Alert>
  );
}
