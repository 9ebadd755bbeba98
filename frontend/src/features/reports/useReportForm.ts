import { type SubmitEvent, useState } from 'react';
import { serverError } from '../../api/failure';
import { useReportListingMutation } from '../../api/endpoints';
import type { FieldRule, ReportReason } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { useLanguage } from '../../i18n/useLanguage';
import { readFormFields } from '../../ui/form/readFormFields';
import { type FieldErrors, useFieldErrors } from '../../ui/form/useFieldErrors';
import { validateText } from './reasons';

type Name = 'reason' | 'text' | 'email';

/** The report about a listing: input, errors, and the address of its receipt. */
export function useReportForm(listingId: string) {
  const { failureText, ruleText } = useErrorText();
  const { language } = useLanguage();
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const { errors, setErrors, clearError } = useFieldErrors<Name, FieldRule>();
  const [sentTo, setSentTo] = useState<string>();
  const [send, { isLoading, error }] = useReportListingMutation();
  const fields = serverError(error)?.fields;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const address = readFormFields(form, ['email']).email.trim();
    const complete = setErrors(form, validateReport(reason, text, address));
    if (!complete || !reason) return;
    const { error: refused } = await send({
      id: listingId,
      reportListingRequest: {
        reason,
        text: text.trim(),
        locale: language,
        ...(address && { email: address }),
      },
    });
    if (refused) setErrors(form, serverError(refused)?.fields ?? {});
    else setSentTo(address);
  };

  return {
    reason,
    text,
    errorOf: (name: Name): string => {
      const rule = errors[name];
      return rule ? ruleText(rule) : '';
    },
    change: (...changed: ['reason', ReportReason] | ['text', string] | ['email']) => {
      if (changed[0] === 'reason') setReason(changed[1]);
      if (changed[0] === 'text') setText(changed[1]);
      clearError(changed[0]);
    },
    submit,
    busy: isLoading,
    /** The error that is not about single fields. */
    failure: error && !fields ? failureText(error) : undefined,
    /** The address that a receipt is sent to, or empty; undefined until the report is sent. */
    sentTo,
  };
}

function validateReport(
  reason: ReportReason | undefined,
  text: string,
  address: string,
): FieldErrors<Name, FieldRule> {
  const textError = validateText(text);
  return {
    ...(!reason && { reason: 'validation.required' }),
    ...(textError && { text: textError }),
    ...(address && !isEmail(address) && { email: 'validation.invalid' }),
  };
}

/** A minimal check; the server validates the rest. */
const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);
