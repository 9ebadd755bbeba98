import { useTranslation } from 'react-i18next';
import { ChoiceToggle } from '../../../ui/list/ChoiceToggle';
import type { ListingsView } from './useListingsView';

type ViewToggleProps = { view: ListingsView; onChange: (view: ListingsView) => void };

/** Chooses between cards and the compact list. */
export function ViewToggle({ view, onChange }: ViewToggleProps) {
  const { t } = useTranslation('myListings');
  return (
    <ChoiceToggle
      label={t('view.label')}
      options={[
        { value: 'cards', label: t('view.cards') },
        { value: 'list', label: t('view.list') },
      ]}
      chosen={view}
      onChange={onChange}
    />
  );
}
