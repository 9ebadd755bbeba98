import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import type { Place } from '../places/placeParam';

/** In milliseconds. After that a text is searched as a keyword. */
const placeTimeout = 1_000;

type TextSearch = { keyword: string; place?: Place };

/**
 * Searches for typed text: by place if it is the exact name of one, else by keyword. The keyword
 * that is searched already stays a keyword. A newer search cancels an older one.
 */
export function useTextSearch(searchedKeyword: string, onSearch: (search: TextSearch) => void) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );

  return async (text: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const keyword = text.trim();
    if (keyword === '' || keyword === searchedKeyword) return onSearch({ keyword });
    const timer = setTimeout(() => controller.abort(), placeTimeout);
    const placeRequest = import('../places/findPlace').then(
      ({ findPlace }) => findPlace(dispatch, keyword, controller.signal),
      () => undefined,
    );
    const place = await Promise.race([placeRequest, aborted(controller.signal)]);
    clearTimeout(timer);
    if (running.current === controller) onSearch(place ? { keyword: '', place } : { keyword });
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
