import { useTranslation } from 'react-i18next';
import { type Failure, isConnectionError, serverError } from '../api/failure';
import type { ErrorMessage, FieldRule } from '../api/generated';

export type { Failure };

/**
 * Server errors in the reader's language. `t` accepts every `ErrorMessage` and every `FieldRule`: a
 * missing translation does not compile.
 */
export function useErrorText() {
  const { t, i18n } = useTranslation('errors');
  return {
    /** A key that this build does not know (older page, newer server) gets the general text. */
    failureText: (failure: Failure): string => {
      if (isConnectionError(failure)) return t('noConnection');
      const message = serverError(failure)?.message;
      return message && i18n.exists(message, { ns: 'errors' }) ? keyText(message) : t('generic');
    },
    ruleText: (rule: FieldRule): string => t(rule),
  };

  function keyText(message: ErrorMessage): string {
    return t(message);
  }
}
