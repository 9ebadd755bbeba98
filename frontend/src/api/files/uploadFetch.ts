import type { Dispatch } from '@reduxjs/toolkit';
import { uploadEnded, uploadOf, uploadProgressed } from './uploads';

/**
 * Replaces `fetch` for the request that carries this file, because `fetch` reports no progress of
 * uploads.
 */
export const uploadFetch =
  (file: Blob, dispatch: Dispatch): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const body = await request.blob();
    const upload = uploadOf(file);
    const report = (progress: number) => void dispatch(uploadProgressed({ upload, progress }));
    report(0);
    try {
      return await send(request, body, report);
    } finally {
      dispatch(uploadEnded(upload));
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
