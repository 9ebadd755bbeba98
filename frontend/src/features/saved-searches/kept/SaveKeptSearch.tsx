import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useListSavedSearchesQuery } from '../../../api/endpoints';
import type { SavedSearchResponse } from '../../../api/generated';
import { useShowToast } from '../../../ui/toast/toasts';
import { parseFilters } from '../../search/searchFilters';
import { findSaved } from '../savedFilters';
import { forgetKeptSearch, readKeptSearch } from './keptSearch';
import { useSaveKeptSearch } from './useSaveKeptSearch';

/**
 * Saves the search that this device has kept for the student who has logged in. What fails stays on
 * the device until the next page is loaded.
 */
export function SaveKeptSearch() {
  const { t } = useTranslation('savedSearches');
  const { data } = useListSavedSearchesQuery();
  const { save } = useSaveKeptSearch();
  const showToast = useShowToast();
  const isBegun = useRef(false);
  const begin = useEffectEvent((searches: readonly SavedSearchResponse[]) => {
    const kept = readKeptSearch();
    const saved = kept && findSaved(searches, parseFilters(new URLSearchParams(kept.query)));
    if (kept && !saved) {
      void save(kept);
      return;
    }
    forgetKeptSearch();
    if (saved) showToast(t('kept.already', { name: saved.name }), 'info');
  });
  useEffect(() => {
    if (!data || isBegun.current) return;
    isBegun.current = true;
    begin(data.payload);
  }, [data]);
  return null;
}
