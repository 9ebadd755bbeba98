import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { TextsBackend, type TextsState } from './TextsBackend';

/** Whether all texts are there that were asked for, and how to ask again for those that are not. */
export function useTexts(): { state: TextsState; retry: () => void } {
  const { i18n } = useTranslation();
  const { backend } = i18n.services.backendConnector as { backend: unknown };
  const texts = backend instanceof TextsBackend ? backend : undefined;
  const subscribe = useCallback(
    (listener: () => void) => {
      i18n.on('texts', listener);
      return () => i18n.off('texts', listener);
    },
    [i18n],
  );
  return {
    state: useSyncExternalStore(subscribe, () => texts?.state ?? 'complete'),
    retry: useCallback(() => texts?.retry(), [texts]),
  };
}
