import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { ListingResponse } from '../../../api/generated';
import { useLanguage } from '../../../i18n/useLanguage';
import { type Draft, readDraft, removeDraft, writeDraft } from './draft';
import type { FieldPath, Mistakes } from './mistakes';
import { fingerprint, type ListingValues, newListing, valuesOf } from './values';

/** What was found of an earlier visit. `overtaken`: the listing itself was changed meanwhile. */
export type Offer = Pick<Draft, 'changed' | 'step'> & { overtaken: boolean };

export type WizardForm = UseFormReturn<ListingValues> & {
  draftId: string;
  offer: Offer | undefined;
  /** Whether something was typed that the server does not have. */
  isChanged: () => boolean;
  /** Whether these are the details that the form began from. */
  isBase: (listing: ListingResponse) => boolean;
  /** Whether these details are what stands in the form. */
  isSame: (listing: ListingResponse) => boolean;
  goOn: () => void;
  /** Takes over what is stored, or begins a new listing. */
  adopt: (stored: ListingResponse | undefined) => void;
  showMistakes: (mistakes: Mistakes) => void;
};

type Writer = { userId: string; listingId: string | undefined; step: number };

/** One form for all steps. What is typed is kept on this device until it is saved. */
export function useWizardForm(writer: Writer, listing: ListingResponse | undefined): WizardForm {
  const { userId, listingId } = writer;
  const { language } = useLanguage();
  const [start] = useState(() => begin(readDraft(userId, listingId), listing, language));
  const [offer, setOffer] = useState(start.offer);
  const [base, setBase] = useState(start.base);
  const [draftId, setDraftId] = useState(start.draftId);
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
      if (!stored) setDraftId(crypto.randomUUID());
      setBase(stored ? printOf(stored) : null);
      setOffer(undefined);
      form.reset(stored ? valuesOf(stored, language) : newListing());
      removeDraft(userId, listingId);
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
  { userId, listingId, step }: Writer,
  { base, draftId }: Pick<Draft, 'base' | 'draftId'>,
): void {
  useEffect(() => {
    const keep = (changed: number) => {
      const values = getValues();
      if (!differs(values, base)) removeDraft(userId, listingId);
      else writeDraft(userId, listingId, { values, step, changed, draftId, base });
    };
    keep(readDraft(userId, listingId)?.changed ?? Date.now());
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // A field that is being changed is not wrong any more.
        if (name) clearErrors(name as FieldPath);
        keep(Date.now());
      },
    });
  }, [subscribe, getValues, clearErrors, userId, listingId, step, base, draftId]);
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
