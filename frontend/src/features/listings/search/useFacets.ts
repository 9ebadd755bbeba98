import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { SearchFacetsResponse } from '../../../api/generatedStart';
import { api } from '../../../api/startEndpoints';
import { askLater } from './askLater';
import { type SearchFilters, toFacetsRequest } from './searchFilters';
import { whenIdle } from '../../../ui/whenIdle';

/** `undefined` before the first answer, `null` where there is none. */
export type Facets = SearchFacetsResponse | null | undefined;

/**
 * How much each choice of a filter would find. The cards do not wait for it: their search goes out without, and this
 * one follows once they are drawn and the page is idle. It does not wait for somebody to reach for a filter either,
 * because the numbers say which filter is worth reaching for. Another page or order counts the same and asks nothing;
 * the older counts stay until the newer ones are there.
 */
export function useFacets(filters: SearchFilters, cardsAreDrawn: boolean): Facets {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [counted, setCounted] = useState<{ question: string; facets: Facets }>();
  const question = useMemo(() => JSON.stringify(toFacetsRequest(filters)), [filters]);
  const isWanted = cardsAreDrawn && counted?.question !== question;

  useEffect(() => {
    if (!isWanted) return;
    return askLater(
      whenIdle,
      () =>
        dispatch(
          api.endpoints.searchListings.initiate(
            { searchListingsRequest: JSON.parse(question) },
            { subscribe: false },
          ),
        ),
      (data) => setCounted({ question, facets: data?.facets ?? null }),
    );
  }, [dispatch, question, isWanted]);

  return counted?.facets;
}
