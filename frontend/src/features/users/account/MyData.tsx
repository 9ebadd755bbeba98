import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExportProfileMutation } from '../../../api/endpoints';
import type { Role } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import { MoreIcon } from '../../../ui/MoreIcon';
import styles from './AccountPage.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const DeleteProfileDialog = lazyPart(
  () => import('./DeleteProfileDialog').then((module) => module.DeleteProfileDialog),
  overlay,
);

type MyDataProps = { role: Role; onDeleted: () => void };

/** Download and deletion of the user's own data. */
export function MyData({ role, onDeleted }: MyDataProps) {
  const { t } = useTranslation('account');
  const [deleting, setDeleting] = useState(false);
  return (
    <div className={styles.surface}>
      <Download />
      <section className={styles.section}>
        <Typography variant="h3" component="h2">
          {t('delete.heading')}
        </Typography>
        <p>{t('delete.text')}</p>
        <Button variant="outlined" color="error" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
          {t('delete.open')}
        </Button>
        {deleting && (
          <DeleteProfileDialog role={role} onDeleted={onDeleted} onClose={() => setDeleting(false)} />
        )}
      </section>
    </div>
  );
}

function Download() {
  const { t } = useTranslation('account');
  const { failureText } = useErrorText();
  const [download, { isLoading, error }] = useExportProfileMutation();
  return (
    <section className={styles.section}>
      <Typography variant="h3" component="h2">
        {t('data.heading')}
      </Typography>
      <p>{t('data.text')}</p>
      <BusyButton
        variant="outlined"
        color="inherit"
        loading={isLoading}
        startIcon={<MoreIcon name="download" />}
        onClick={() => void download()}
      >
        {t('data.download')}
      </BusyButton>
      {error && <Alert severity="error">{failureText(error)}</Alert>}
    </section>
  );
}
