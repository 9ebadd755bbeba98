import { countLocalImages } from '../../../features/listing-images/countLocalImages';
import { draftNames } from '../../../ui/drafts/userDrafts';

/** How much unsent input of a user is kept in this browser. */
export type Unsent = { letters: number; listings: number; images: number };

export async function findUnsent(userId: string): Promise<Unsent> {
  const names = draftNames(userId);
  const countOf = (kind: string) => names.filter((name) => name.startsWith(`${kind}/`)).length;
  return {
    letters: countOf('letter'),
    listings: countOf('listing'),
    images: await countLocalImages(userId),
  };
}
