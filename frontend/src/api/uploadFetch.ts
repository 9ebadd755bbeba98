/**
 * `fetch` cannot tell how far an upload has come, so what is large is sent by
 * XMLHttpRequest. To everybody above it looks like `fetch`. How far it is stands
 * in one place, because a person uploads one thing at a time.
 */
const listeners = new Set<() => void>();
let share: number | null = null;

/** From 0 to 1 while something is being sent, else null. */
export const readUploadShare = (): number | null => share;

export function subscribeToUpload(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function report(next: number | null): void {
  share = next;
  for (const listener of listeners) listener();
}

export async function uploadFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const body = await request.blob();
  report(0);
  try {
    return await send(request, body);
  } finally {
    report(null);
  }
}

function send(request: Request, body: Blob): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(request.method, request.url);
    call.withCredentials = request.credentials === 'include';
    for (const [name, value] of request.headers) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) report(loaded / total);
    });
    call.addEventListener('load', () => resolve(responseOf(call)));
    call.addEventListener('error', () => reject(new TypeError('Failed to send')));
    call.addEventListener('abort', () => reject(new DOMException('The upload was given up', 'AbortError')));
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
