import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTexts } from '../../i18n/useTexts';
import { FailureBar } from '../../ui/lazy/FailureBar';

/** Says that texts are not there, or not in the reader's language. */
export function TextsNotice() {
  const { t } = useTranslation();
  const { state, retry } = useTexts();
  const [closed, setClosed] = useState<typeof state>('complete');
  if (state === 'complete' || state === closed) return null;
  return (
    <FailureBar
      title={t(`texts.${state}`)}
      text={t('texts.text')}
      actionLabel={t('retry')}
      onAction={retry}
      onClose={() => setClosed(state)}
    />
  );
}
