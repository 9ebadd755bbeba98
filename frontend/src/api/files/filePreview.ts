import { parseBody } from './saveFile';

/** Types that browsers only display: none can run in our origin. */
const previewTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
type PreviewType = (typeof previewTypes)[number];

/** A file in memory. The caller revokes the URL. */
export type FilePreview = { type: PreviewType; url: string };

/**
 * Response handler for previews: an object URL for an image or a frame, or null for other types. An
 * error response is parsed.
 */
export async function createFilePreview(response: Response): Promise<unknown> {
  if (!response.ok) return parseBody(await response.text());
  const [contentType = ''] = (response.headers.get('content-type') ?? '').split(';');
  const type = previewTypes.find((known) => known === contentType.trim().toLowerCase());
  if (!type) return null;
  // With this type, so that the browser does not sniff the bytes.
  const url = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }));
  return { type, url } satisfies FilePreview;
}
