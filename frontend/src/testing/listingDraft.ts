import { newDraftName, writeDraft } from '../features/listings/wizard/draft';
import { chooseNewDraft } from '../features/listings/wizard/tabDraft';
import { fingerprint, type ListingValues, newListing } from '../features/listings/wizard/values';
import { student } from './fixtures';

/** Everything that the wizard asks for. */
export const completeValues = (changes: Partial<ListingValues> = {}): ListingValues => ({
  ...newListing(),
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
  ...changes,
});

export const draftId = '7b1f4c1e-5f0d-4b7e-9d55-0d3b2a1c9f00';

type Left = { listingId?: string; step?: number; base?: ListingValues };

/** Leaves a draft on this device, of a new listing in this tab, so that a test begins where it gets interesting. */
export function leaveDraft(values: ListingValues, { listingId, step = 1, base }: Left = {}): void {
  const name = listingId ?? newDraftName(draftId);
  chooseNewDraft(student.externalId, name);
  writeDraft(student.externalId, name, {
    values,
    step,
    changed: Date.parse('2026-11-03T09:30:00Z'),
    draftId,
    base: base ? fingerprint(base) : null,
  });
}
