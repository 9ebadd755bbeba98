import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * What is open over this page, as the anchor of a menu. A navigation closes it, also Back to other
 * filters of the same page.
 */
export function useOpenOnPage<T>(): [T | null, (opened: T | null) => void] {
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ value: T | null; key: string }>();
  if (opened && opened.key !== key) setOpened(undefined);
  return [opened?.value ?? null, (value) => setOpened({ value, key })];
}
