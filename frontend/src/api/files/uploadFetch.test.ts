import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../app/store';
import { studentRegistration } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { server } from '../../testing/server';
import { api } from '../endpoints';
import { uploadFetch } from './uploadFetch';
import { selectUploadProgress } from './uploads';

const path = '*/api/v1/users/students/registrations';
const registerStudentForm = {
  user: {
    email: 'sena@portal.test',
    firstName: 'Sena',
    lastName: 'Aydın',
    phoneNumber: '+49 30 1',
    aboutMe: 'Ich studiere Mathematik.',
    dateOfBirth: '2003-05-17',
    gender: 'FEMALE',
    termsAccepted: true,
  },
  file: new Blob(['%PDF-1.7']),
} as const;

let store: ReturnType<typeof createStore>;
beforeEach(() => {
  store = createStore();
  // The first action registers the middleware of RTK Query, which changes the state too.
  store.dispatch({ type: 'first' });
});
const readUploadProgress = (file: Blob | null) => selectUploadProgress(store.getState(), file);
const register = () => store.dispatch(api.endpoints.registerStudent.initiate({ registerStudentForm }));

test('reports the progress during an upload, and null afterwards', async () => {
  const file = new Blob(['x']);
  const reported: (number | null)[] = [];
  const unsubscribe = store.subscribe(() => reported.push(readUploadProgress(file)));
  vi.stubGlobal('XMLHttpRequest', requestWithProgress([0.25, 0.5, 1]));
  const answer = await uploadFetch(file, store.dispatch)('http://portal.test/somewhere', {
    method: 'POST',
    body: 'x',
  });
  unsubscribe();
  expect(reported).toEqual([0, 0.25, 0.5, 1, null]);
  expect(readUploadProgress(file)).toBeNull();
  expect(answer.status).toBe(201);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ payload: 1 });
});

test('reports the progress of two concurrent uploads separately', async () => {
  const [first, second] = [new Blob(['1']), new Blob(['2'])];
  const reported: (number | null)[][] = [];
  const unsubscribe = store.subscribe(() =>
    reported.push([readUploadProgress(first), readUploadProgress(second), readUploadProgress(null)]),
  );
  vi.stubGlobal('XMLHttpRequest', requestWithProgress([0.5]));
  const send = (file: Blob) =>
    uploadFetch(file, store.dispatch)('http://portal.test/somewhere', { method: 'POST', body: 'x' });
  await Promise.all([send(first), send(second)]);
  unsubscribe();
  expect(reported).toContainEqual([0.5, 0, null]);
  expect(reported).toContainEqual([null, 0.5, null]);
  expect(reported.at(-1)).toEqual([null, null, null]);
});

test('does not send an upload that was aborted before it began', async () => {
  const file = new Blob(['x']);
  const request = vi.fn<() => void>();
  server.use(
    http.post('*/somewhere', () => {
      request();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const sending = uploadFetch(file, store.dispatch)('http://portal.test/somewhere', {
    method: 'POST',
    body: 'x',
    signal: AbortSignal.abort(),
  });
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(request).not.toHaveBeenCalled();
  expect(readUploadProgress(file)).toBeNull();
});

test('an interrupted upload fails and removes its progress', async () => {
  server.use(http.post(path, () => HttpResponse.error()));
  const { error } = await register();
  expect(error).toMatchObject({ status: 'FETCH_ERROR' });
  expect(readUploadProgress(registerStudentForm.file)).toBeNull();
});

test('an error response is parsed', async () => {
  server.use(http.post(path, () => failure(415, 'exception.document.type')));
  const { error } = await register();
  expect(error).toMatchObject({ status: 415, data: { error: { message: 'exception.document.type' } } });
});

test('sends the stored token, and repeats without it when the session has ended', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.post(path, ({ request }) => {
      seen.push(request.headers.get('authorization'));
      return request.headers.has('authorization')
        ? failure(403, 'exception.auth.unauthenticated')
        : HttpResponse.json({ payload: studentRegistration() }, { status: 201 });
    }),
  );
  localStorage.setItem('token', 'stale');
  const { data } = await register();
  expect(data?.payload.status).toBe('PENDING');
  expect(seen).toEqual(['Bearer stale', null]);
});

/** A request that reports these values, from 0 to 1, as its progress. */
function requestWithProgress(progress: number[]) {
  return class extends EventTarget {
    upload = new EventTarget();
    withCredentials = false;
    status = 201;
    statusText = 'Created';
    responseText = '{"payload":1}';
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders() {
      return 'content-type: application/json\r\n';
    }
    send() {
      for (const loaded of progress) {
        const event = Object.assign(new Event('progress'), {
          loaded: loaded * 100,
          total: 100,
          lengthComputable: true,
        });
        this.upload.dispatchEvent(event);
      }
      this.dispatchEvent(new Event('load'));
    }
  };
}
