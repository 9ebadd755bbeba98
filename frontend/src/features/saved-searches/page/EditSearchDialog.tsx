import { useTranslation } from 'react-i18next';
import type { SavedSearchResponse } from '../../../api/generated';
import { useShowToast } from '../../../ui/toast/toasts';
import { SearchFormDialog } from '../SearchFormDialog';
import { useChangeSearch } from './useChangeSearch';

type EditSearchDialogProps = { search: SavedSearchResponse; onClose: () => void };

/** Changes name and frequency. */
export function EditSearchDialog({ search, onClose }: EditSearchDialogProps) {
  const { t } = useTranslation('savedSearches');
  const showToast = useShowToast();
  const { change, failure } = useChangeSearch(search);
  return (
    <SearchFormDialog
      title={t('edit.title')}
      text={t('edit.text')}
      defaults={{ name: search.name, frequency: search.frequency }}
      failure={failure}
      onSave={async ({ name, frequency }) => {
        const error = await change({ name, frequency });
        if (error) return error;
        onClose();
        showToast(t('done', { name }), 'success');
        return undefined;
      }}
      onClose={onClose}
    />
  );
}
