import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { TranslationBackend, type TranslationState } from './TranslationBackend';

/** Whether all requested translations are loaded, and how to retry those that are not. */
export function useTranslationStatus(): { state: TranslationState; retry: () => void } {
  const { i18n } = useTranslation();
  const { backend } = i18n.services.backendConnector as { backend: unknown };
  const translations = backend instanceof TranslationBackend ? backend : undefined;
  const subscribe = useCallback(
    (listener: () => void) => {
      i18n.on('translations', listener);
      return () => i18n.off('translations', listener);
    },
    [i18n],
  );
  return {
    state: useSyncExternalStore(subscribe, () => translations?.state ?? 'complete'),
    retry: useCallback(() => translations?.retry(), [translations]),
  };
}
