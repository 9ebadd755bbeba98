import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { CheckField } from '../../ui/form/CheckField';
import type { ErrorOf } from './PersonFields';

/** Where the operator's legal pages are, each null until it is configured. */
export type LegalPages = { termsUrl: string | null; privacyUrl: string | null };

export function TermsField({ legal, errorOf }: { legal: LegalPages; errorOf: ErrorOf }) {
  const { t } = useTranslation('signUp');
  return (
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
