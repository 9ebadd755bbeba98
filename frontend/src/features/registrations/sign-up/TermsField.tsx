import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { RetryAlert } from '../../../ui/notice/RetryAlert';
import { CheckField } from '../../../ui/form/choice/CheckField';
import type { FieldOf } from '../../../ui/form/useFormFields';

export type LegalLinks = {
  /** Null until it is configured. */
  termsUrl: string | null;
  privacyUrl: string | null;
  /** Set if the links could not be loaded. */
  failure: { busy: boolean; retry: () => void } | undefined;
};

type TermsFieldProps = { legal: LegalLinks; field: FieldOf<'termsAccepted'> };

export function TermsField({ legal, field }: TermsFieldProps) {
  const { t } = useTranslation('signUp');
  return (
    <>
      {legal.failure && (
        <RetryAlert text={t('termsFailed')} busy={legal.failure.busy} onRetry={legal.failure.retry} />
      )}
      <CheckField
        {...field('termsAccepted')}
        required
        label={
          <Trans
            t={t}
            i18nKey="terms"
            components={{
              terms: <LegalLink href={legal.termsUrl} />,
              privacy: <LegalLink href={legal.privacyUrl} />,
            }}
          />
        }
      />
    </>
  );
}

/** In a new tab, so that no input is lost. */
function LegalLink({ href, children }: { href: string | null; children?: ReactNode }) {
  if (href === null) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
