import { useTranslation } from 'react-i18next';
import { ChoiceToggle } from '../../ui/list/ChoiceToggle';

type ShowAllToggleProps = { showsAll: boolean; onChange: (showsAll: boolean) => void };

/** Chooses between unacknowledged and all events. */
export function ShowAllToggle({ showsAll, onChange }: ShowAllToggleProps) {
  const { t } = useTranslation('events');
  return (
    <ChoiceToggle
      label={t('show.label')}
      options={[
        { value: false, label: t('show.unacknowledged') },
        { value: true, label: t('show.all') },
      ]}
      chosen={showsAll}
      onChange={onChange}
    />
  );
}
