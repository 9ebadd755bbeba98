import {
  draftIdOf,
  type DraftName,
  newDraftName,
  writeDraft,
} from '../features/listing-wizard/drafts/draftStorage';
import { selectNewDraft } from '../features/listing-wizard/drafts/tabDraft';
import { fingerprint, type ListingValues, defaultValues } from '../features/listing-wizard/values';
import { student } from './fixtures';

/** Valid values for all fields of the wizard. */
export const completeValues = (changes: Partial<ListingValues> = {}): ListingValues => ({
  ...defaultValues(),
  title: 'Zimmer am Kanal',
  street: 'Kanalweg',
  houseNumber: '3a',
  postalCode: '76131',
  city: 'Karlsruhe',
  areaSqm: '18,5',
  description: 'Ruhig und hell.',
  tenantDescription: 'Zwei wohnen schon hier.',
  locationDescription: 'Der Bus hält vor der Tür.',
  baseRent: '380',
  ancillaryCost: '60,50',
  securityDeposit: '760',
  availableFrom: '2027-04-01',
  availableUntil: '2027-09-30',
  minimumMonths: '3',
  ...changes,
});

export const draftId = '7b1f4c1e-5f0d-4b7e-9d55-0d3b2a1c9f00';

type StoredDraft = { user?: string; step?: number; base?: ListingValues; age?: number };

/** Stores a draft that no tab has chosen. Its age is in milliseconds. */
export function storeUnchosenDraft(
  name: DraftName,
  values: ListingValues,
  { user = student.externalId, step = 1, base, age = 0 }: StoredDraft = {},
): void {
  writeDraft(user, name, {
    values,
    step,
    changed: Date.now() - age,
    draftId: draftIdOf(name) ?? draftId,
    base: base ? fingerprint(base) : null,
  });
}

type ChosenDraft = { listingId?: string; step?: number; base?: ListingValues };

/** Stores a draft that this tab has chosen: of a new listing, or of `listingId`. */
export function storeDraft(values: ListingValues, { listingId, ...draft }: ChosenDraft = {}): void {
  const name = listingId ?? newDraftName(draftId);
  selectNewDraft(student.externalId, name);
  storeUnchosenDraft(name, values, draft);
}
