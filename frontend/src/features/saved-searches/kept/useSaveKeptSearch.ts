import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { api, useCreateSavedSearchMutation } from '../../../api/endpoints';
import { withLock } from '../../../api/withLock';
import { type Failure, useErrorText } from '../../../i18n/useErrorText';
import { useShowToast } from '../../../ui/toast/toasts';
import { parseFilters } from '../../search/searchFilters';
import { findSaved } from '../savedFilters';
import { forgetKeptSearch, readKeptSearch, toSaveRequest } from './keptSearch';

/** The page of saved searches shows whether it has failed. */
const keptKey = 'kept';

/** Moves the search that the device keeps to the student's account. */
export function useSaveKeptSearch() {
  const { t } = useTranslation('savedSearches');
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [create, result] = useCreateSavedSearchMutation({ fixedCacheKey: keptKey });
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const { reset } = result;
  const discard = useCallback(() => {
    forgetKeptSearch();
    reset();
  }, [reset]);

  /** Whether nothing is kept any more. */
  async function save(): Promise<boolean> {
    const kept = readKeptSearch();
    if (!kept) {
      // Another tab has saved it, or it is damaged.
      discard();
      return true;
    }
    const { name } = kept;
    const fail = (error: Failure): false => {
      showToast(t('kept.failed', { name, reason: failureText(error) }), 'error');
      return false;
    };
    const { data, error: listError } = await dispatch(
      // Another tab may have saved one since the list was cached.
      api.endpoints.listSavedSearches.initiate(undefined, { subscribe: false, forceRefetch: true }),
    );
    if (listError) return fail(listError);
    const saved = findSaved(data?.payload, parseFilters(new URLSearchParams(kept.query)));
    if (saved) {
      discard();
      showToast(t('kept.already', { name: saved.name }), 'info');
      return true;
    }
    const { error } = await create({ saveSearchRequest: toSaveRequest(kept) });
    if (error) return fail(error);
    forgetKeptSearch();
    showToast(t('kept.done', { name }), 'success');
    return true;
  }

  // All tabs find the token at the same time.
  return { result, save: () => withLock('kept-search', save), discard };
}
