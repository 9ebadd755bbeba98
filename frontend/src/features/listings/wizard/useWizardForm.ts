import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ListingResponse } from '../../../api/generated';
import { useLanguage } from '../../../i18n/useLanguage';
import { type Draft, type DraftName, draftIdOf, readDraft, removeDraft, writeDraft } from './draft';
import type { FieldPath, Mistakes } from './mistakes';
import { fingerprint, type ListingValues, newListing, valuesOf } from './values';

/** What was found of an earlier visit. `overtaken`: the listing itself was changed meanwhile. */
export type Offer = Pick<Draft, 'changed' | 'step'> & { overtaken: boolean };

export type WizardForm = UseFormReturn<ListingValues> & {
  /** The mark of a new listing, so that saving it twice makes one. */
  draftId: string;
  offer: Offer | undefined;
  /** Whether something was typed that the server does not have. */
  isChanged: () => boolean;
  /** Whether these are the details that the form began from. */
  isBase: (listing: ListingResponse) => boolean;
  /** Whether these details are what stands in the form. */
  isSame: (listing: ListingResponse) => boolean;
  goOn: () => void;
  /** Takes over what is stored. */
  adopt: (stored: ListingResponse) => void;
  showMistakes: (mistakes: Mistakes) => void;
};

type Writer = {
  userId: string;
  name: DraftName;
  /** Whether this tab keeps the draft; another one does when both have it open. */
  own: boolean;
  step: number;
  /** The user has just chosen to go on with the draft, and is not asked again. */
  continued: boolean;
};

/** One form for all steps. What is typed is kept on this device until it is saved. */
export function useWizardForm(writer: Writer, listing: ListingResponse | undefined): WizardForm {
  const { userId, name, own, continued } = writer;
  const { language } = useLanguage();
  const [start] = useState(() => begin(own ? readDraft(userId, name) : undefined, listing, language));
  const [offer, setOffer] = useState(continued && !start.offer?.overtaken ? undefined : start.offer);
  const [base, setBase] = useState(start.base);
  const [draftId] = useState(draftIdOf(name) ?? start.draftId);
  const form = useForm<ListingValues>({ defaultValues: start.values });
  useKeptDraft(form, writer, { base, draftId });

  const printOf = (stored: ListingResponse) => fingerprint(valuesOf(stored, language));
  return {
    ...form,
    draftId,
    offer,
    isChanged: () => differs(form.getValues(), base),
    isBase: (stored) => printOf(stored) === base,
    isSame: (stored) => printOf(stored) === fingerprint(form.getValues()),
    goOn: () => {
      if (offer?.overtaken && listing) setBase(printOf(listing));
      setOffer(undefined);
    },
    adopt: (stored) => {
      setBase(printOf(stored));
      setOffer(undefined);
      form.reset(valuesOf(stored, language));
      if (own) removeDraft(userId, name);
    },
    showMistakes: (mistakes) => {
      form.clearErrors();
      for (const [path, type] of Object.entries(mistakes)) form.setError(path as FieldPath, { type });
    },
  };
}

/** Writes down what differs from what is stored, whenever something is typed or another step begins. */
function useKeptDraft(
  { subscribe, getValues, clearErrors }: UseFormReturn<ListingValues>,
  { userId, name, own, step }: Writer,
  { base, draftId }: Pick<Draft, 'base' | 'draftId'>,
): void {
  useEffect(() => {
    const keep = (changed: number) => {
      const values = getValues();
      if (!own) return;
      if (!differs(values, base)) removeDraft(userId, name);
      else writeDraft(userId, name, { values, step, changed, draftId, base });
    };
    keep(readDraft(userId, name)?.changed ?? Date.now());
    return subscribe({
      formState: { values: true },
      callback: ({ name: field }) => {
        // A field that is being changed is not wrong any more.
        if (field) clearErrors(field as FieldPath);
        keep(Date.now());
      },
    });
  }, [subscribe, getValues, clearErrors, userId, name, own, step, base, draftId]);
}

/** `base`: the fingerprint of what is stored, null for a new listing. */
const differs = (values: ListingValues, base: string | null): boolean =>
  fingerprint(values) !== (base ?? fingerprint(newListing()));

function begin(draft: Draft | undefined, listing: ListingResponse | undefined, language: string) {
  const stored = listing ? valuesOf(listing, language) : newListing();
  const now = listing ? fingerprint(stored) : null;
  if (!draft || fingerprint(draft.values) === fingerprint(stored)) {
    return { values: stored, base: now, draftId: crypto.randomUUID(), offer: undefined };
  }
  const { values, base, draftId, changed, step } = draft;
  return { values, base, draftId, offer: { changed, step, overtaken: base !== now } };
}
