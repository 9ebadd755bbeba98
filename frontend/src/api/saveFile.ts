/**
 * Answers to a download: the file goes to the reader's disk under the name that
 * the server gives it, and nothing of it into the cache. A refusal is read as
 * the error that it is.
 */
export async function saveFile(response: Response): Promise<unknown> {
  if (!response.ok) return parsed(await response.text());
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = filenameOf(response.headers.get('content-disposition') ?? '');
  link.click();
  // The browser has taken the address over by then; some need it a moment longer.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
  return null;
}

/** The name for any language (`filename*=UTF-8''…`) before the plain one (`filename="…"`). */
export function filenameOf(disposition: string): string {
  const [, encoded] = /filename\*\s*=\s*UTF-8'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const decoded = encoded && decode(encoded.trim());
  if (decoded) return decoded;
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A proxy's page is no JSON, and reads as no word from the server at all. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
