import { useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { PlaceResponse } from '../../../api/generated';
import { api } from '../../../api/initialEndpoints';
import { scheduleRequest } from '../scheduleRequest';

/** In milliseconds. */
const debounceDelay = 150;
/** Too many places start with one letter. */
const minLetters = 2;

function debounce(work: () => void): () => void {
  const timer = setTimeout(work, debounceDelay);
  return () => clearTimeout(timer);
}

/**
 * Requests the places that a text can mean, debounced. A newer text aborts the older request.
 * Suggestions are optional: a failed request counts as an empty result.
 */
export function usePlaceSuggestions(
  text: string,
  onResult: (places: readonly PlaceResponse[]) => void,
): void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const handleResult = useEffectEvent(onResult);
  const q = text.trim();

  useEffect(() => {
    if (Array.from(q).length < minLetters) {
      handleResult([]);
      return;
    }
    return scheduleRequest(
      debounce,
      () => dispatch(api.endpoints.suggestPlaces.initiate({ q }, { subscribe: false })),
      (data) => handleResult(data?.payload ?? []),
    );
  }, [dispatch, q]);
}
