import type { ErrorMessage } from '../../api/generated';

/** What the picker of the system offers; the server takes the same. */
export const documentTypes = 'image/jpeg,image/png,image/webp,application/pdf';

/** Inclusive, as on the server. */
const largest = 10 * 1024 * 1024;

/** How the pictures begin that are possible. */
const beginnings = [/^\u00FF\u00D8\u00FF/, /^\u0089PNG\r\n[^]\n/, /^RIFF[^]{4}WEBP/];

/** A PDF may begin a little later, as its readers allow. */
const searched = 1024;
const beginningOfPdf = /%PDF-\d/;

/**
 * What the server would say against a proof of study, before it is sent. A file
 * is told by its content and not by its name, so a renamed one is found as well.
 */
export async function checkDocument(file: Blob): Promise<ErrorMessage | undefined> {
  if (file.size === 0) return 'exception.document.damaged';
  if (file.size > largest) return 'exception.document.too-large';
  let start: string;
  try {
    const bytes = new Uint8Array(await file.slice(0, searched).arrayBuffer());
    // One character for every byte.
    start = String.fromCharCode(...bytes);
  } catch {
    // Moved or deleted since it was chosen, or a folder.
    return 'exception.document.damaged';
  }
  const possible = [...beginnings, beginningOfPdf].some((beginning) => beginning.test(start));
  return possible ? undefined : 'exception.document.type';
}
