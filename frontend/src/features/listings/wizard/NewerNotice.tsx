import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from './Wizard.module.css';

/** Somebody else saved the listing meanwhile: one of the two versions has to give way. */
export function NewerNotice({ onTake, onKeep }: { onTake: () => void; onKeep: () => void }) {
  const { t } = useTranslation('wizard');
  return (
    <Alert severity="warning" sx={{ mt: 3 }}>
      <p>{t('newer.text')}</p>
      <div className={styles.choices}>
        <Button variant="contained" onClick={onTake}>
          {t('newer.take')}
        </Button>
        <Button color="inherit" variant="outlined" onClick={onKeep}>
          {t('newer.keep')}
        </Button>
      </div>
    </Alert>
  );
}
