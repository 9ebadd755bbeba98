import { useEffect, useEffectEvent } from 'react';
import { useSaveKeptSearch } from './useSaveKeptSearch';

/** Saves the search that this device has kept for the student who has logged in. */
export function SaveKeptSearch() {
  const { save } = useSaveKeptSearch();
  const begin = useEffectEvent(() => void save());
  useEffect(() => begin(), []);
  return null;
}
