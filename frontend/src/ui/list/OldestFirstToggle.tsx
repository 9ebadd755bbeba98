import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

type OldestFirstToggleProps = {
  /** Whether anything is pending. */
  shown: boolean;
  /** Whether the list shows just that. */
  pressed: boolean;
  onChange: (pressed: boolean) => void;
};

/** Shows what has waited longest, or the newest again. */
export function OldestFirstToggle({ shown, pressed, onChange }: OldestFirstToggleProps) {
  const { t } = useTranslation('lists');
  if (!shown) return null;
  return (
    <Button
      size="small"
      color={pressed ? 'primary' : 'inherit'}
      variant={pressed ? 'contained' : 'outlined'}
      aria-pressed={pressed}
      onClick={() => onChange(!pressed)}
    >
      {t('oldestFirst')}
    </Button>
  );
}
