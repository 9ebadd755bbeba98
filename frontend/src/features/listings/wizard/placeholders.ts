import type { ListingResponse } from '../../../api/generated';

type Texts = Pick<ListingResponse, 'description' | 'tenantDescription' | 'locationDescription'>;

/** What stands in brackets in the texts, as in the template of the tenants' description: each once, in their order. */
export function placeholdersOf({ description, tenantDescription, locationDescription }: Texts): string[] {
  const texts = [description, tenantDescription, locationDescription].join('\n');
  return [...new Set(texts.match(/\[[^[\]\n]+\]/g))];
}
