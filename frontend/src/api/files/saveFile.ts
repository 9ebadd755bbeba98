/**
 * Response handler for downloads: saves the file under the server's filename and keeps nothing in
 * the cache. An error response is parsed.
 */
export async function saveFile(response: Response): Promise<unknown> {
  if (!response.ok) return parseBody(await response.text());
  saveBlob(await response.blob(), parseFilename(response.headers.get('content-disposition') ?? ''));
  return null;
}

/** Saves data that exist only on the page. */
export function saveBlob(data: Blob, filename: string): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // Some browsers need the URL a little longer.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Prefers the encoded name (`filename*=UTF-8''…`) over the plain one (`filename="…"`). */
export function parseFilename(disposition: string): string {
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

/** Returns the text itself if it is not JSON, such as a proxy's error page. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
