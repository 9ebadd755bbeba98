/**
 * `fetch` cannot tell how far an upload has come, so what is large is sent by
 * XMLHttpRequest. To everybody above it looks like `fetch`. How far it is is kept
 * by the file on its way, because several can be on their way at once.
 */
const listeners = new Set<() => void>();
const shares = new Map<Blob, number>();

/** From 0 to 1 while the file is being sent, else null. */
export const readUploadShare = (file: Blob | null): number | null => (file && shares.get(file)) ?? null;

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function report(file: Blob, share: number | null): void {
  if (share === null) shares.delete(file);
  else shares.set(file, share);
  for (const listener of listeners) listener();
}

/** A `fetch` for the request that carries this file. */
export const uploadFetch =
  (file: Blob): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = await request.blob();
    report(file, 0);
    try {
      return await send(request, body, (share) => report(file, share));
    } finally {
      report(file, null);
    }
  };

function send(request: Request, body: Blob, tell: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(request.method, request.url);
    call.withCredentials = request.credentials === 'include';
    for (const [name, value] of request.headers) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) tell(loaded / total);
    });
    call.addEventListener('load', () => resolve(responseOf(call)));
    call.addEventListener('error', () => reject(new TypeError('Failed to send')));
    call.addEventListener('abort', () => reject(new DOMException('The upload was given up', 'AbortError')));
    request.signal.throwIfAborted();
    request.signal.addEventListener('abort', () => call.abort());
    call.send(body);
  });
}

function responseOf(call: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of call
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  // An answer without content must not have a body, not even an empty one.
  const body = call.status === 204 ? null : call.responseText;
  return new Response(body, { status: call.status, statusText: call.statusText, headers });
}
