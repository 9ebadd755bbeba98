import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** What is open over this page, as the anchor of a menu. Back, which leaves the page, closes it. */
export function useOpenOnPage<T>(): [T | null, (opened: T | null) => void] {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ value: T | null; pathname: string }>();
  if (opened && opened.pathname !== pathname) setOpened(undefined);
  return [opened?.value ?? null, (value) => setOpened({ value, pathname })];
}
