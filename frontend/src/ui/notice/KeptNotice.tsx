import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../button/BusyButton';
import { ActionNote } from './ActionNote';

type KeptNoticeProps = {
  /** What the device keeps, and why. */
  text: string;
  /** Whether a retry is running. */
  busy: boolean;
  onRetry: () => void;
  onDiscard: () => void;
};

/** What this device still keeps because it could not be moved to the user's account. */
export function KeptNotice({ text, busy, onRetry, onDiscard }: KeptNoticeProps) {
  const { t } = useTranslation();
  return (
    <ActionNote
      text={text}
      actions={
        <>
          <BusyButton color="inherit" size="small" loading={busy} onClick={onRetry}>
            {t('retry')}
          </BusyButton>
          <Button color="inherit" size="small" disabled={busy} onClick={onDiscard}>
            {t('discard')}
          </Button>
        </>
      }
    />
  );
}
