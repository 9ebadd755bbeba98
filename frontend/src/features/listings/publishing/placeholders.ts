import type { ListingResponse } from '../../../api/generated';

type Texts = Pick<ListingResponse, 'description' | 'tenantDescription' | 'locationDescription'>;

/** Texts in brackets, as in the template of the tenants' description: each once, in order. */
export function findPlaceholders({ description, tenantDescription, locationDescription }: Texts): string[] {
  const texts = [description, tenantDescription, locationDescription].join('\n');
  return [...new Set(texts.match(/\[[^[\]\n]+\]/g))];
}
