import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { ChosenPlace } from './placeAddress';

/** How long it may take to learn whether a text names a place, in milliseconds. After that it is a keyword. */
const patience = 1_000;

type TypedSearch = { keyword: string; place?: ChosenPlace };

/**
 * Searches for a text that was typed: for the place where it is the whole name of one, else for the keyword. What was
 * searched for already stays what it is. A newer text overtakes an older one.
 */
export function useTypedSearch(searched: string, onSearch: (search: TypedSearch) => void) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );

  return async (typed: string) => {
    running.current?.abort();
    const turn = new AbortController();
    running.current = turn;
    const keyword = typed.trim();
    if (keyword === '' || keyword === searched) return onSearch({ keyword });
    const timer = setTimeout(() => turn.abort(), patience);
    const asked = import('./findPlace').then(
      ({ findPlace }) => findPlace(dispatch, keyword, turn.signal),
      () => undefined,
    );
    const place = await Promise.race([asked, givenUp(turn.signal)]);
    clearTimeout(timer);
    if (running.current === turn) onSearch(place ? { keyword: '', place } : { keyword });
  };
}

const givenUp = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
