import { useTranslation } from 'react-i18next';
import { type Failure, isNoConnection, serverError } from '../api/failure';
import type { ErrorMessage, FieldRule } from '../api/generated';

export type { Failure };

/**
 * Server errors in the reader's language. That `t` accepts every `ErrorMessage`
 * and every `FieldRule` is what makes a missing translation a compile error.
 */
export function useErrorText() {
  const { t, i18n } = useTranslation('errors');
  return {
    /** A key that this build does not know yet (an older page, a newer server) reads as the general text. */
    failureText: (failure: Failure): string => {
      if (isNoConnection(failure)) return t('noConnection');
      const message = serverError(failure)?.message;
      return message && i18n.exists(message, { ns: 'errors' }) ? keyText(message) : t('generic');
    },
    ruleText: (rule: FieldRule): string => t(rule),
  };

  function keyText(message: ErrorMessage): string {
    return t(message);
  }
}
