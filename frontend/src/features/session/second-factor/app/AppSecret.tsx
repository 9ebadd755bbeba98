import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { TotpSetupResponse } from '../../../../api/generated';
import { CopyButton } from '../../../../ui/button/CopyButton';
import styles from './AppSecret.module.css';

/** The margin that scanners need, in modules. */
const quietZone = 4;

/** The secret of an app as a QR code and as text. Without one, its space is reserved. */
export function AppSecret({ setup }: { setup: TotpSetupResponse | undefined }) {
  const { t } = useTranslation('secondFactor');
  if (!setup) {
    return (
      <div className={styles.secret}>
        <div className={`${styles.code} ${styles.loading}`}>
          <CircularProgress aria-label={t('setUp.loading')} />
        </div>
      </div>
    );
  }
  const { secret, uri } = setup;
  return (
    <div className={styles.secret}>
      <div className={styles.code}>
        <QRCodeSVG value={uri} size={216} marginSize={quietZone} title={t('setUp.qrCode')} />
      </div>
      <Button variant="outlined" color="inherit" className={styles.open} href={uri}>
        {t('setUp.open')}
      </Button>
      <div className={styles.typed}>
        <Typography variant="body2" color="textSecondary">
          {t('setUp.secret')}
        </Typography>
        <div className={styles.key}>
          <code className={styles.text}>{inGroups(secret)}</code>
          <CopyButton text={secret} label={t('setUp.copySecret')} />
        </div>
      </div>
    </div>
  );
}

/** Groups of four, which are easier to type. */
const inGroups = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ');
