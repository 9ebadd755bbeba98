import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SavedSearchResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useErrorText } from '../../../i18n/useErrorText';
import { Badge } from '../../../ui/badge/Badge';
import { SelectField } from '../../../ui/form/SelectField';
import { Icon } from '../../../ui/Icon';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import { MoreIcon } from '../../../ui/MoreIcon';
import { useShowToast } from '../../../ui/toast/toasts';
import { activeFilters } from '../../search/relaxed/relaxFilters';
import { useFilterTexts } from '../../search/relaxed/useFilterTexts';
import { formatFilters } from '../../search/searchFilters';
import type { Frequency } from '../frequencies';
import { fromSavedFilters, queryOf } from '../savedFilters';
import { useFrequencyOptions } from '../useFrequencyOptions';
import { DeleteSearchDialog } from './DeleteSearchDialog';
import styles from './SavedSearchCard.module.css';
import { useChangeSearch } from './useChangeSearch';

// Lazy, because of its form.
const EditSearchDialog = lazyPart(
  () => import('./EditSearchDialog').then((module) => module.EditSearchDialog),
  overlay,
);

type SavedSearchCardProps = { search: SavedSearchResponse; onDeleted: () => void };

export function SavedSearchCard({ search, onDeleted }: SavedSearchCardProps) {
  const { t } = useTranslation('savedSearches');
  const titleId = useId();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const { name, newCount } = search;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {name}
        </h3>
        {newCount > 0 && <Badge tone="green">{t('new', { count: newCount })}</Badge>}
      </div>
      <FilterList search={search} />
      <FrequencySelect search={search} />
      <div className={styles.actions}>
        <Button
          variant="contained"
          component={Link}
          to={`${paths.home.href()}?${openedQuery(search)}`}
          startIcon={<Icon name="search" size={18} />}
          aria-label={t('openNamed', { name })}
        >
          {t('open')}
        </Button>
        <Button color="inherit" aria-label={t('editNamed', { name })} onClick={() => setOpen('edit')}>
          {t('edit')}
        </Button>
        <Button
          color="error"
          startIcon={<MoreIcon name="trash" size={18} />}
          aria-label={t('deleteNamed', { name })}
          onClick={() => setOpen('delete')}
        >
          {t('delete')}
        </Button>
      </div>
      {open === 'edit' && <EditSearchDialog search={search} onClose={close} />}
      {open === 'delete' && <DeleteSearchDialog search={search} onDeleted={onDeleted} onClose={close} />}
    </article>
  );
}

/** With new listings, the newest first: that is where they are. */
function openedQuery({ filters, newCount }: SavedSearchResponse): string {
  const opened = fromSavedFilters(filters);
  return newCount > 0 ? formatFilters({ ...opened, sort: 'dateCreated' }) : queryOf(opened);
}

/** In the words of the search. */
function FilterList({ search }: { search: SavedSearchResponse }) {
  const { t } = useTranslation('savedSearches');
  const filters = fromSavedFilters(search.filters);
  const filterText = useFilterTexts(filters);
  const names = activeFilters(filters);
  return (
    <ul className={styles.filters} aria-label={t('filters')}>
      {names.map((name) => (
        <li key={name} className={styles.filter}>
          {filterText(name)}
        </li>
      ))}
      {names.length === 0 && <li className={styles.filter}>{t('noFilters')}</li>}
    </ul>
  );
}

/** A choice acts at once. */
function FrequencySelect({ search }: { search: SavedSearchResponse }) {
  const { t } = useTranslation('savedSearches');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const options = useFrequencyOptions();
  const { change } = useChangeSearch(search);
  // Shown before the request of the change, which does so in all lists.
  const [chosen, setChosen] = useState<Frequency>();
  const choose = async (frequency: Frequency) => {
    setChosen(frequency);
    const error = await change({ frequency });
    setChosen(undefined);
    if (error) showToast(failureText(error), 'error');
  };
  return (
    <SelectField
      label={t('frequency')}
      value={chosen ?? search.frequency}
      options={options}
      onChange={(frequency) => void choose(frequency)}
    />
  );
}
