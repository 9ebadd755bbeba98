import { parsed } from './saveFile';

/** What browsers show as nothing but a picture or a document: no type that could run in our origin. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
type ShownType = (typeof shownTypes)[number];

/** A file in the page's memory. Whoever asked for it revokes the address. */
export type ShownFile = { type: ShownType; url: string };

/**
 * Answers to a file that the page shows: an address for an image or a frame, null for a type that
 * is not shown. A refusal is read as the error that it is.
 */
export async function showFile(response: Response): Promise<unknown> {
  if (!response.ok) return parsed(await response.text());
  const [said = ''] = (response.headers.get('content-type') ?? '').split(';');
  const type = shownTypes.find((known) => known === said.trim().toLowerCase());
  if (!type) return null;
  // Of this type and no other, whatever the browser would make of the bytes.
  const url = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
  return { type, url } satisfies ShownFile;
}
