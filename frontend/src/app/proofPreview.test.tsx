import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StudentRegistrationResponse } from '../api/generated';
import { student, studentRegistration } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { playList } from '../testing/playList';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const path = '/api/v1/users/students/registrations';

const requests = (count: number, changes: Partial<StudentRegistrationResponse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    studentRegistration({
      externalId: `request-${index}`,
      student: { ...student, status: 'NEW', firstName: `Student${index}` },
      proofOfStudyDocument: { externalId: `proof-${index}`, filename: `Proof ${index}.pdf` },
      ...changes,
    }),
  );

/** Answers previews with a file of this type, and tells which documents were asked for. */
function playProof(type: string) {
  const asked: string[] = [];
  server.use(
    http.get('*/api/v1/documents/:id/preview', ({ request, params }) => {
      asked.push(`${String(params['id'])} ${request.headers.get('authorization')}`);
      return HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'content-type': type } });
    }),
  );
  return asked;
}

const addresses = { made: [] as Blob[], revoked: [] as string[] };

beforeEach(() => {
  addresses.made = [];
  addresses.revoked = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    addresses.made.push(file as Blob);
    return `blob:proof-${addresses.made.length}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void addresses.revoked.push(address));
});

async function openReview(waiting = requests(1)) {
  let rows = waiting;
  const decided: string[] = [];
  playList(path, () => rows);
  server.use(
    http.put(`*${path}/:id`, ({ request, params }) => {
      decided.push(`${String(params['id'])} ${new URL(request.url).search}`);
      rows = rows.filter((row) => row.externalId !== params['id']);
      return HttpResponse.json({ payload: studentRegistration({ status: 'APPROVED' }) });
    }),
  );
  const app = await renderApp('/registration-requests', { role: 'ADMIN' });
  await app.user.click(await screen.findByRole('button', { name: /^Review .*Student0/ }));
  return { ...app, decided };
}
const dialogOf = async (name: string) =>
  within(await screen.findByRole('dialog', { name: `Registration request from ${name} Aydın` }));

describe('the proof of study in the review', () => {
  test('is announced while it is loading', async () => {
    server.use(http.get('*/api/v1/documents/:id/preview', () => delay('infinite')));
    await openReview();
    const dialog = await dialogOf('Student0');
    expect(dialog.getByText('Loading the proof of study…')).toHaveRole('status');
  });

  test('is a picture that can be enlarged', async () => {
    const asked = playProof('image/png');
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    const picture = await dialog.findByRole('img', { name: 'Proof of study from Student0 Aydın' });
    expect(picture).toHaveAttribute('src', 'blob:proof-1');
    expect(addresses.made.map(({ type }) => type)).toEqual(['image/png']);
    expect(asked).toEqual(['proof-0 Bearer token-of-ADMIN']);
    await user.click(dialog.getByRole('button', { name: 'Enlarge' }));
    expect(picture).toHaveAttribute('data-large', 'true');
    expect(dialog.getByRole('button', { name: 'Fit to width' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('is a document in a frame, which the browser shows by its own viewer', async () => {
    playProof('application/pdf; charset=binary');
    await openReview();
    const frame = await (await dialogOf('Student0')).findByTitle('Proof of study from Student0 Aydın');
    expect(frame.tagName).toBe('IFRAME');
    expect(frame).toHaveAttribute('src', expect.stringMatching(/^blob:proof-1#/));
    expect(addresses.made.map(({ type }) => type)).toEqual(['application/pdf']);
  });

  describe('where the browser has no viewer', () => {
    beforeEach(() => vi.stubGlobal('navigator', Object.assign(navigator, { pdfViewerEnabled: false })));
    afterEach(() => void Reflect.deleteProperty(navigator, 'pdfViewerEnabled'));

    test('is a line, and the download', async () => {
      playProof('application/pdf');
      await openReview();
      const dialog = await dialogOf('Student0');
      expect(await dialog.findByText(/^Your browser cannot show this file here/)).toBeVisible();
      expect(dialog.queryByTitle(/^Proof of study/)).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: /^Download/ })).toBeVisible();
    });
  });

  test('of a type that could run in the page is not shown', async () => {
    playProof('text/html');
    await openReview();
    expect(await (await dialogOf('Student0')).findByText(/cannot show this file/)).toBeVisible();
    expect(addresses.made).toEqual([]);
  });

  test('that is damaged is not shown', async () => {
    playProof('image/png');
    await openReview();
    const dialog = await dialogOf('Student0');
    fireEvent.error(await dialog.findByRole('img'));
    expect(dialog.getByText(/cannot show this file/)).toBeVisible();
  });

  test('that cannot be read can be tried again', async () => {
    server.use(
      http.get('*/api/v1/documents/:id/preview', () => failure(503, 'exception.server.unavailable'), {
        once: true,
      }),
    );
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    expect(await dialog.findByRole('alert')).toHaveTextContent(/^The service cannot be reached/);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('img')).toBeVisible();
    expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that is gone meanwhile is said to be no longer stored', async () => {
    server.use(
      http.get('*/api/v1/documents/:id/preview', () => failure(404, 'exception.document.not-found')),
    );
    await openReview();
    const dialog = await dialogOf('Student0');
    expect(await dialog.findByRole('alert')).toHaveTextContent('No longer stored');
    expect(dialog.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test('that is deleted is not asked for', async () => {
    const asked = playProof('image/png');
    await openReview(requests(1, { proofOfStudyDocument: null }));
    const dialog = await dialogOf('Student0');
    expect(dialog.getByText('No longer stored')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  test('leaves the memory with the dialog', async () => {
    playProof('image/png');
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    await dialog.findByRole('img');
    expect(addresses.revoked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(addresses.revoked).toEqual(['blob:proof-1']));
  });
});

describe('Approve and next', () => {
  test('approves, and shows the next request with its own proof', async () => {
    const asked = playProof('image/png');
    const { user, decided } = await openReview(requests(2));
    await user.click((await dialogOf('Student0')).getByRole('button', { name: 'Approve and next' }));
    const next = await dialogOf('Student1');
    expect(await next.findByRole('img')).toHaveAttribute('src', 'blob:proof-2');
    expect(decided).toEqual(['request-0 ?approved=true']);
    expect(asked.map((one) => one.split(' ')[0])).toEqual(['proof-0', 'proof-1']);
    expect(addresses.revoked).toEqual(['blob:proof-1']);
  });

  test('is not offered for the last request, after which the heading has the focus', async () => {
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    expect(dialog.queryByRole('button', { name: 'Approve and next' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('stays at the list when it is refused, which is said at the row', async () => {
    const { user } = await openReview(requests(2));
    server.use(http.put(`*${path}/:id`, () => failure(409, 'exception.registration.already-reviewed')));
    await user.click((await dialogOf('Student0')).getByRole('button', { name: 'Approve and next' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'A decision on this registration has already been made.',
    );
  });

  test('does nothing for a key that is held down', async () => {
    const { decided } = await openReview(requests(2));
    const button = (await dialogOf('Student0')).getByRole('button', { name: 'Approve and next' });
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect(decided).toEqual([]);
  });
});
