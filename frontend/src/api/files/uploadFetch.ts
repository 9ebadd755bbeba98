/**
 * Replaces `fetch` for uploads, because `fetch` reports no progress of them. The progress is kept
 * per file: several uploads can run at once.
 */
const listeners = new Set<() => void>();
const progressByFile = new Map<Blob, number>();

/** From 0 to 1 during the upload, else null. */
export const readUploadProgress = (file: Blob | null): number | null =>
  (file && progressByFile.get(file)) ?? null;

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setProgress(file: Blob, progress: number | null): void {
  if (progress === null) progressByFile.delete(file);
  else progressByFile.set(file, progress);
  for (const listener of listeners) listener();
}

/** Creates a `fetch` for the request that carries this file. */
export const uploadFetch =
  (file: Blob): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = await request.blob();
    setProgress(file, 0);
    try {
      return await send(request, body, (progress) => setProgress(file, progress));
    } finally {
      setProgress(file, null);
    }
  };

function send(request: Request, body: Blob, onProgress: (progress: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    xhr.withCredentials = request.credentials === 'include';
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    xhr.addEventListener('load', () => resolve(toResponse(xhr)));
    xhr.addEventListener('error', () => reject(new TypeError('failed to send')));
    xhr.addEventListener('abort', () => reject(new DOMException('upload aborted', 'AbortError')));
    request.signal.throwIfAborted();
    request.signal.addEventListener('abort', () => xhr.abort());
    xhr.send(body);
  });
}

function toResponse(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  // A response without content must not have a body, not even an empty one.
  const body = xhr.status === 204 ? null : xhr.responseText;
  return new Response(body, { status: xhr.status, statusText: xhr.statusText, headers });
}
