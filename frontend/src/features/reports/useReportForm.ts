import { useState } from 'react';
import { serverError } from '../../api/failure';
import { useReportListingMutation } from '../../api/endpoints';
import type { FieldRule, ReportReason } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { useLanguage } from '../../i18n/useLanguage';
import { checkText } from '../../ui/form/checkText';
import { maxLengths } from '../../ui/form/limits';
import { type FieldErrors, useFormFields } from '../../ui/form/useFormFields';
import { isEmail } from '../../ui/person/isEmail';

type ReportValues = { reason: ReportReason | undefined; text: string; email: string };

/** The report about a listing, and the address of its receipt. */
export function useReportForm(listingId: string) {
  const { failureText, ruleText } = useErrorText();
  const { language } = useLanguage();
  const [sentTo, setSentTo] = useState<string>();
  const [sendReport, { error }] = useReportListingMutation();
  const fields = useFormFields<ReportValues, FieldRule>({
    defaultValues: { reason: undefined, text: '', email: '' },
    validate: validateReport,
    errorText: ruleText,
    send: async ({ reason, text, email }) => {
      if (!reason) return undefined;
      const { error: refused } = await sendReport({
        id: listingId,
        reportListingRequest: { reason, text, locale: language, ...(email && { email }) },
      });
      if (!refused) setSentTo(email);
      return serverError(refused)?.fields;
    },
  });
  return {
    ...fields,
    /** The error that is not about single fields. */
    failure: error && !serverError(error)?.fields ? failureText(error) : undefined,
    /** The address that a receipt is sent to, or empty; undefined until the report is sent. */
    sentTo,
  };
}

const validateReport = (values: ReportValues): FieldErrors<keyof ReportValues, FieldRule> => ({
  reason: values.reason ? undefined : 'validation.required',
  text: checkText(values.text, maxLengths.reportText),
  email: values.email && !isEmail(values.email) ? 'validation.invalid' : undefined,
});
