import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../app/store';
import { studentRegistration } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { server } from '../testing/server';
import { api } from './endpoints';
import { storeToken } from './token';
import { readUploadShare, subscribeToUploads, uploadFetch } from './uploadFetch';

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
});
const register = () => store.dispatch(api.endpoints.registerStudent.initiate({ registerStudentForm }));

test('how much has been sent is told while it is being sent, and nothing afterwards', async () => {
  const file = new Blob(['x']);
  const told: (number | null)[] = [];
  const unsubscribe = subscribeToUploads(() => told.push(readUploadShare(file)));
  vi.stubGlobal('XMLHttpRequest', slowRequest([0.25, 0.5, 1]));
  const answer = await uploadFetch(file)('http://portal.test/somewhere', { method: 'POST', body: 'x' });
  unsubscribe();
  expect(told).toEqual([0, 0.25, 0.5, 1, null]);
  expect(readUploadShare(file)).toBeNull();
  expect(answer.status).toBe(201);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ payload: 1 });
});

test('two files on their way are told apart', async () => {
  const [first, second] = [new Blob(['1']), new Blob(['2'])];
  const told: (number | null)[][] = [];
  const unsubscribe = subscribeToUploads(() =>
    told.push([readUploadShare(first), readUploadShare(second), readUploadShare(null)]),
  );
  vi.stubGlobal('XMLHttpRequest', slowRequest([0.5]));
  const send = (file: Blob) =>
    uploadFetch(file)('http://portal.test/somewhere', { method: 'POST', body: 'x' });
  await Promise.all([send(first), send(second)]);
  unsubscribe();
  expect(told).toContainEqual([0.5, 0, null]);
  expect(told).toContainEqual([null, 0.5, null]);
  expect(told.at(-1)).toEqual([null, null, null]);
});

test('an upload that was given up before it began is not sent', async () => {
  const file = new Blob(['x']);
  const request = vi.fn<() => void>();
  server.use(
    http.post('*/somewhere', () => {
      request();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const sending = uploadFetch(file)('http://portal.test/somewhere', {
    method: 'POST',
    body: 'x',
    signal: AbortSignal.abort(),
  });
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(request).not.toHaveBeenCalled();
  expect(readUploadShare(file)).toBeNull();
});

test('an upload that breaks off is a failure like any other, and nothing is under way after it', async () => {
  server.use(http.post(path, () => HttpResponse.error()));
  const { error } = await register();
  expect(error).toMatchObject({ status: 'FETCH_ERROR' });
  expect(readUploadShare(registerStudentForm.file)).toBeNull();
});

test('a refusal reads as one', async () => {
  server.use(http.post(path, () => failure(415, 'exception.document.type')));
  const { error } = await register();
  expect(error).toMatchObject({ status: 415, data: { error: { message: 'exception.document.type' } } });
});

test('L189: the stored token goes along, and an old session that has ended stops nobody from signing up', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.post(path, ({ request }) => {
      seen.push(request.headers.get('authorization'));
      return request.headers.has('authorization')
        ? failure(403, 'exception.auth.unauthenticated')
        : HttpResponse.json({ payload: studentRegistration() }, { status: 201 });
    }),
  );
  storeToken('stale');
  const { data } = await register();
  expect(data?.payload.status).toBe('PENDING');
  expect(seen).toEqual(['Bearer stale', null]);
});

/** A request that takes its time: `shares` are what the browser reports on the way. */
function slowRequest(shares: number[]) {
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
      for (const share of shares) {
        const event = Object.assign(new Event('progress'), {
          loaded: share * 100,
          total: 100,
          lengthComputable: true,
        });
        this.upload.dispatchEvent(event);
      }
      this.dispatchEvent(new Event('load'));
    }
  };
}
