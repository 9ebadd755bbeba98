import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  useChangeSavedSearchMutation,
  useCreateSavedSearchMutation,
  useListSavedSearchesQuery,
} from '../../../api/endpoints';
import { paths } from '../../../app/paths';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useShowToast } from '../../../ui/toast/toasts';
import type { SearchFilters } from '../../search/searchFilters';
import { defaultFrequency } from '../frequencies';
import { findSaved, maxSavedSearches, toSavedFilters } from '../savedFilters';
import { SearchFormDialog, type SearchValues } from '../SearchFormDialog';
import { useProposedName } from './useProposedName';

type StudentDialogProps = { filters: SearchFilters; onClose: () => void };

/** Saves the search, or says under which name it is saved. */
export function StudentDialog({ filters, onClose }: StudentDialogProps) {
  const { data } = useListSavedSearchesQuery();
  const saved = findSaved(data?.payload, filters);
  if (saved) return <SavedAlready name={saved.name} onClose={onClose} />;
  return <SaveDialog filters={filters} onClose={onClose} />;
}

function SaveDialog({ filters, onClose }: StudentDialogProps) {
  const { t } = useTranslation('savedSearches');
  const showToast = useShowToast();
  const name = useProposedName(filters);
  const searches = useListSavedSearchesQuery().data?.payload ?? [];
  const [create, creation] = useCreateSavedSearchMutation();
  const [change, replacement] = useChangeSavedSearchMutation();

  const save = async ({ replaced, ...values }: SearchValues) => {
    // Both: the error of one would hide a later one of the other.
    creation.reset();
    replacement.reset();
    const saveSearchRequest = { ...values, filters: toSavedFilters(filters) };
    const { error } =
      replaced === ''
        ? await create({ saveSearchRequest })
        : await change({ id: replaced, saveSearchRequest });
    if (error) return error;
    onClose();
    showToast(t('done', { name: values.name }), 'success');
    return undefined;
  };

  return (
    <SearchFormDialog
      title={t('save')}
      text={t(searches.length < maxSavedSearches ? 'dialog.text' : 'dialog.full')}
      defaults={{ name, frequency: defaultFrequency }}
      replaceable={searches}
      failure={creation.error ?? replacement.error}
      onSave={save}
      onClose={onClose}
    />
  );
}

function SavedAlready({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('savedSearches');
  return (
    <Dialog
      title={t('already.title')}
      closeByCross
      onClose={onClose}
      actions={
        <Button variant="contained" component={Link} to={paths.savedSearches.href()}>
          {t('toList')}
        </Button>
      }
    >
      {t('already.text', { name })}
    </Dialog>
  );
}
