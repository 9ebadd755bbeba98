import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { RetryAlert } from '../../ui/RetryAlert';
import { CheckField } from '../../ui/form/CheckField';
import type { ErrorOf } from './PersonFields';

export type LegalPages = {
  /** Each null until it is configured. */
  termsUrl: string | null;
  privacyUrl: string | null;
  /** Where the pages are could not be loaded. */
  failure: { busy: boolean; retry: () => void } | undefined;
};

export function TermsField({ legal, errorOf }: { legal: LegalPages; errorOf: ErrorOf }) {
  const { t } = useTranslation('signUp');
  return (
    <>
      {legal.failure && (
        <RetryAlert text={t('termsFailed')} busy={legal.failure.busy} onRetry={legal.failure.retry} />
      )}
      <CheckField
        name="termsAccepted"
        required
        label={
          <Trans
            t={t}
            i18nKey="terms"
            components={{
              terms: <LegalPage href={legal.termsUrl} />,
              privacy: <LegalPage href={legal.privacyUrl} />,
            }}
          />
        }
        error={errorOf('termsAccepted')}
      />
    </>
  );
}

/** In a tab of its own, so that nothing that was typed is lost. */
function LegalPage({ href, children }: { href: string | null; children?: ReactNode }) {
  if (href === null) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
