import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

type OldestFirstProps = {
  /** Something waits. */
  shown: boolean;
  /** The list shows just that. */
  pressed: boolean;
  onChange: (pressed: boolean) => void;
};

/** One step to what has waited longest, and one back. */
export function OldestFirst({ shown, pressed, onChange }: OldestFirstProps) {
  const { t } = useTranslation('lists');
  if (!shown) return null;
  return (
    <Button
      size="small"
      color={pressed ? 'primary' : 'inherit'}
      variant={pressed ? 'contained' : 'outlined'}
      aria-pressed={pressed}
      onClick={() => onChange(!pressed)}
      sx={{ minHeight: 44, borderColor: 'brand.outline' }}
    >
      {t('oldestFirst')}
    </Button>
  );
}
