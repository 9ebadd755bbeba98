import { type SubmitEvent, useState } from 'react';
import { serverError } from '../../api/failure';
import { useReportListingMutation } from '../../api/endpoints';
import type { FieldRule, ReportReason } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { useLanguage } from '../../i18n/useLanguage';
import { readTexts } from '../../ui/form/readTexts';
import { type Mistakes, useMistakes } from '../../ui/form/useMistakes';
import { mistakeInText } from './reasons';

type Name = 'reason' | 'text' | 'email';

/** The report about a listing: what is entered, what is wrong with it, and where its receipt went. */
export function useReportForm(listingId: string) {
  const { failureText, ruleText } = useErrorText();
  const { language } = useLanguage();
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState('');
  const { mistakes, show, forgive } = useMistakes<Name, FieldRule>();
  const [sentTo, setSentTo] = useState<string>();
  const [send, { isLoading, error }] = useReportListingMutation();
  const fields = serverError(error)?.fields;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const address = readTexts(form, ['email']).email.trim();
    const complete = show(form, mistakesIn(reason, text, address));
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
    if (refused) show(form, serverError(refused)?.fields ?? {});
    else setSentTo(address);
  };

  return {
    reason,
    text,
    errorOf: (name: Name): string => {
      const mistake = mistakes[name];
      return mistake ? ruleText(mistake) : '';
    },
    change: (...changed: ['reason', ReportReason] | ['text', string] | ['email']) => {
      if (changed[0] === 'reason') setReason(changed[1]);
      if (changed[0] === 'text') setText(changed[1]);
      forgive(changed[0]);
    },
    submit,
    busy: isLoading,
    /** What is said beside the fields; what is about one of them stands there. */
    failure: error && !fields ? failureText(error) : undefined,
    /** The address that a receipt goes to, or empty; undefined until the report is sent. */
    sentTo,
  };
}

function mistakesIn(
  reason: ReportReason | undefined,
  text: string,
  address: string,
): Mistakes<Name, FieldRule> {
  const textMistake = mistakeInText(text);
  return {
    ...(!reason && { reason: 'validation.required' }),
    ...(textMistake && { text: textMistake }),
    ...(address && !looksLikeEmail(address) && { email: 'validation.invalid' }),
  };
}

/** Something, an @, something with a dot; the server looks closer. */
const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text);
