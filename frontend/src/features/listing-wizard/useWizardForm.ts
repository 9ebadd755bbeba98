import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ListingResponse } from '../../api/generated';
import { useLanguage } from '../../i18n/useLanguage';
import {
  type Draft,
  type DraftName,
  draftIdOf,
  readDraft,
  removeDraft,
  writeDraft,
} from './drafts/draftStorage';
import type { FieldPath, ValidationErrors } from './validation/validate';
import { fingerprint, type ListingValues, defaultValues, toValues } from './values';

/** A draft of an earlier visit. `isOutdated`: the listing was changed since. */
export type ResumableDraft = Pick<Draft, 'changed' | 'step'> & { isOutdated: boolean };

export type WizardForm = UseFormReturn<ListingValues> & {
  /** The idempotency key of a new listing. */
  draftId: string;
  resumableDraft: ResumableDraft | undefined;
  /** Whether the form has unsaved values. */
  isChanged: () => boolean;
  /** Whether the form is based on these details. */
  isBase: (listing: ListingResponse) => boolean;
  /** Whether the form has the values of these details. */
  isSame: (listing: ListingResponse) => boolean;
  /** Continues with the draft. */
  resume: () => void;
  /** Replaces all values by the saved ones, and removes the draft. */
  resetTo: (saved: ListingResponse) => void;
  showErrors: (errors: ValidationErrors) => void;
};

type DraftParams = {
  userId: string;
  name: DraftName;
  /** Whether this tab has locked the draft and may write it. */
  isOwner: boolean;
  step: number;
  /** The user has just chosen to continue with the draft. */
  continued: boolean;
};

/** One form for all steps. Unsaved values are stored as a draft on this device. */
export function useWizardForm(params: DraftParams, listing: ListingResponse | undefined): WizardForm {
  const { userId, name, isOwner, continued } = params;
  const { language } = useLanguage();
  const [initial] = useState(() =>
    initialState(isOwner ? readDraft(userId, name) : undefined, listing, language),
  );
  const [resumableDraft, setResumableDraft] = useState(
    continued && !initial.resumableDraft?.isOutdated ? undefined : initial.resumableDraft,
  );
  const [base, setBase] = useState(initial.base);
  const [draftId] = useState(draftIdOf(name) ?? initial.draftId);
  const form = useForm<ListingValues>({ defaultValues: initial.values });
  useStoredDraft(form, params, { base, draftId });

  const fingerprintOf = (saved: ListingResponse) => fingerprint(toValues(saved, language));
  return {
    ...form,
    draftId,
    resumableDraft,
    isChanged: () => differs(form.getValues(), base),
    isBase: (saved) => fingerprintOf(saved) === base,
    isSame: (saved) => fingerprintOf(saved) === fingerprint(form.getValues()),
    resume: () => {
      if (resumableDraft?.isOutdated && listing) setBase(fingerprintOf(listing));
      setResumableDraft(undefined);
    },
    resetTo: (saved) => {
      setBase(fingerprintOf(saved));
      setResumableDraft(undefined);
      form.reset(toValues(saved, language));
      if (isOwner) removeDraft(userId, name);
    },
    showErrors: (errors) => {
      form.clearErrors();
      for (const [path, type] of Object.entries(errors)) form.setError(path as FieldPath, { type });
    },
  };
}

/** Stores unsaved values after every change of a value or of the step. */
function useStoredDraft(
  { subscribe, getValues, clearErrors }: UseFormReturn<ListingValues>,
  { userId, name, isOwner, step }: DraftParams,
  { base, draftId }: Pick<Draft, 'base' | 'draftId'>,
): void {
  useEffect(() => {
    const store = (changed: number) => {
      const values = getValues();
      if (!isOwner) return;
      if (!differs(values, base)) removeDraft(userId, name);
      else writeDraft(userId, name, { values, step, changed, draftId, base });
    };
    store(readDraft(userId, name)?.changed ?? Date.now());
    return subscribe({
      formState: { values: true },
      callback: ({ name: field }) => {
        // The error of a field disappears when its value changes.
        if (field) clearErrors(field as FieldPath);
        store(Date.now());
      },
    });
  }, [subscribe, getValues, clearErrors, userId, name, isOwner, step, base, draftId]);
}

/** `base`: the fingerprint of the saved values; null for a new listing. */
const differs = (values: ListingValues, base: string | null): boolean =>
  fingerprint(values) !== (base ?? fingerprint(defaultValues()));

function initialState(draft: Draft | undefined, listing: ListingResponse | undefined, language: string) {
  const saved = listing ? toValues(listing, language) : defaultValues();
  const savedBase = listing ? fingerprint(saved) : null;
  if (!draft || fingerprint(draft.values) === fingerprint(saved)) {
    return { values: saved, base: savedBase, draftId: crypto.randomUUID(), resumableDraft: undefined };
  }
  const { values, base, draftId, changed, step } = draft;
  return {
    values,
    base,
    draftId,
    resumableDraft: { changed, step, isOutdated: base !== savedBase },
  };
}
