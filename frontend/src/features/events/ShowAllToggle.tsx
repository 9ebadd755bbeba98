import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';

type ShowAllToggleProps = { showsAll: boolean; onChange: (showsAll: boolean) => void };

/** Chooses between unacknowledged and all events. */
export function ShowAllToggle({ showsAll, onChange }: ShowAllToggleProps) {
  const { t } = useTranslation('events');
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={t('show.label')}
      value={showsAll}
      onChange={(_event, chosen: boolean | null) => {
        if (chosen !== null) onChange(chosen);
      }}
    >
      <ToggleButton value={false} sx={toggle}>
        {t('show.unacknowledged')}
      </ToggleButton>
      <ToggleButton value sx={toggle}>
        {t('show.all')}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

const toggle = {
  minHeight: 44,
  px: 2,
  color: 'text.primary',
  '&.Mui-selected, &.Mui-selected:hover': { color: 'background.default', bgcolor: 'text.primary' },
} as const;
