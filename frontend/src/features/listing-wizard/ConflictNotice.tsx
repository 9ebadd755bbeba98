import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFocusAfterNotice } from './useFocusAfterNotice';
import styles from './Wizard.module.css';

/** Another user saved the listing in the meantime: the user chooses one of the two versions. */
export function ConflictNotice({
  onDiscard,
  onOverwrite,
}: {
  onDiscard: () => void;
  onOverwrite: () => void;
}) {
  const { t } = useTranslation('wizard');
  useFocusAfterNotice();
  return (
    <Alert severity="warning" className={styles.conflict}>
      <p>{t('conflict.text')}</p>
      <div className={styles.choices}>
        <Button variant="contained" onClick={onDiscard}>
          {t('conflict.loadNewer')}
        </Button>
        <Button color="inherit" variant="outlined" onClick={onOverwrite}>
          {t('conflict.overwrite')}
        </Button>
      </div>
    </Alert>
  );
}
