import type { ErrorMessage } from '../../api/generated';

/** What the picker of the system offers; the server takes the same. */
export const documentTypes = 'image/jpeg,image/png,image/webp,application/pdf';

/** Inclusive, as on the server. */
const largest = 10 * 1024 * 1024;

/** How the files begin that are possible; a dot stands for any byte. */
const beginnings = ['\u00FF\u00D8\u00FF', '\u0089PNG\r\n\u001A\n', 'RIFF....WEBP', '%PDF-'];

/**
 * What the server would say against a proof of study, before it is sent. A file
 * is told by its content and not by its name, so a renamed one is found as well.
 */
export async function checkDocument(file: Blob): Promise<ErrorMessage | undefined> {
  if (file.size === 0) return 'exception.document.damaged';
  if (file.size > largest) return 'exception.document.too-large';
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  } catch {
    // Moved or deleted since it was chosen, or a folder.
    return 'exception.document.damaged';
  }
  return beginnings.some((beginning) => beginsWith(start, beginning)) ? undefined : 'exception.document.type';
}

const beginsWith = (bytes: Uint8Array, beginning: string): boolean =>
  Array.from(beginning).every((character, at) => character === '.' || bytes[at] === character.charCodeAt(0));
