import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTranslationStatus } from '../../i18n/useTranslationStatus';
import { FailureBar } from '../../ui/lazy/FailureBar';

/** A notice that translations are missing, or missing in the reader's language. */
export function TranslationNotice() {
  const { t } = useTranslation();
  const { state, retry } = useTranslationStatus();
  const [closed, setClosed] = useState<typeof state>('complete');
  if (state === 'complete' || state === closed) return null;
  return (
    <FailureBar
      title={t(`translations.${state}`)}
      text={t('translations.text')}
      actionLabel={t('retry')}
      onAction={retry}
      onClose={() => setClosed(state)}
    />
  );
}
