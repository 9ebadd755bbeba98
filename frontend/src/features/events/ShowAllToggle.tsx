import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslation } from 'react-i18next';
import styles from './ShowAllToggle.module.css';

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
      <ToggleButton value={false} className={styles.toggle}>
        {t('show.unacknowledged')}
      </ToggleButton>
      <ToggleButton value className={styles.toggle}>
        {t('show.all')}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
