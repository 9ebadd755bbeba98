import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StudentRegistrationResponse } from '../../../api/generated';
import { student, studentRegistration } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { mockList } from '../../../testing/mockList';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/users/students/registrations';

const registrations = (count: number, changes: Partial<StudentRegistrationResponse> = {}) =>
  Array.from({ length: count }, (_, index) =>
    studentRegistration({
      externalId: `request-${index}`,
      student: { ...student, status: 'NEW', firstName: `Student${index}` },
      proofOfStudyDocument: { externalId: `proof-${index}`, filename: `Proof ${index}.pdf` },
      ...changes,
    }),
  );

/** Mocks previews with a file of this type. Returns the requested documents. */
function mockPreview(type: string) {
  const requests: string[] = [];
  server.use(
    http.get('*/api/v1/documents/:id/preview', ({ request, params }) => {
      requests.push(`${String(params['id'])} ${request.headers.get('authorization')}`);
      return HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'content-type': type } });
    }),
  );
  return requests;
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

async function openReview(waiting = registrations(1)) {
  let rows = waiting;
  const decided: string[] = [];
  mockList(path, () => rows);
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
  within(await screen.findByRole('dialog', { name: `Registration of ${name} Aydın` }));

describe('proof of study in the review', () => {
  test('shows that it is loading', async () => {
    server.use(http.get('*/api/v1/documents/:id/preview', () => delay('infinite')));
    await openReview();
    const dialog = await dialogOf('Student0');
    expect(dialog.getByText('Loading the proof of study…')).toHaveRole('status');
  });

  test('shows an image that can be enlarged', async () => {
    const requests = mockPreview('image/png');
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    const image = await dialog.findByRole('img', { name: 'Proof of study from Student0 Aydın' });
    expect(image).toHaveAttribute('src', 'blob:proof-1');
    expect(addresses.made.map(({ type }) => type)).toEqual(['image/png']);
    expect(requests).toEqual(['proof-0 Bearer token-of-ADMIN']);
    await user.click(dialog.getByRole('button', { name: 'Enlarge' }));
    expect(image).toHaveAttribute('data-large', 'true');
    expect(dialog.getByRole('button', { name: 'Fit to width' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('shows a PDF in a frame with the viewer of the browser', async () => {
    mockPreview('application/pdf; charset=binary');
    await openReview();
    const frame = await (await dialogOf('Student0')).findByTitle('Proof of study from Student0 Aydın');
    expect(frame.tagName).toBe('IFRAME');
    expect(frame).toHaveAttribute('src', expect.stringMatching(/^blob:proof-1#/));
    expect(addresses.made.map(({ type }) => type)).toEqual(['application/pdf']);
  });

  describe('without a PDF viewer in the browser', () => {
    beforeEach(() => vi.stubGlobal('navigator', Object.assign(navigator, { pdfViewerEnabled: false })));
    afterEach(() => void Reflect.deleteProperty(navigator, 'pdfViewerEnabled'));

    test('shows a text and the download', async () => {
      mockPreview('application/pdf');
      await openReview();
      const dialog = await dialogOf('Student0');
      expect(await dialog.findByText(/^Your browser cannot show this file here/)).toBeVisible();
      expect(dialog.queryByTitle(/^Proof of study/)).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: /^Download/ })).toBeVisible();
    });
  });

  test('does not show a type that could run scripts', async () => {
    mockPreview('text/html');
    await openReview();
    expect(await (await dialogOf('Student0')).findByText(/cannot show this file/)).toBeVisible();
    expect(addresses.made).toEqual([]);
  });

  test('does not show a damaged file', async () => {
    mockPreview('image/png');
    await openReview();
    const dialog = await dialogOf('Student0');
    fireEvent.error(await dialog.findByRole('img'));
    expect(dialog.getByText(/cannot show this file/)).toBeVisible();
  });

  test('can be retried after a failure', async () => {
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

  test('shows that the file is no longer stored after a 404', async () => {
    server.use(
      http.get('*/api/v1/documents/:id/preview', () => failure(404, 'exception.document.not-found')),
    );
    await openReview();
    const dialog = await dialogOf('Student0');
    expect(await dialog.findByRole('alert')).toHaveTextContent('No longer stored');
    expect(dialog.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test('sends no request for a deleted file', async () => {
    const requests = mockPreview('image/png');
    await openReview(registrations(1, { proofOfStudyDocument: null }));
    const dialog = await dialogOf('Student0');
    expect(dialog.getByText('No longer stored')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument();
    expect(requests).toEqual([]);
  });

  test('revokes its object URL when the dialog closes', async () => {
    mockPreview('image/png');
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    await dialog.findByRole('img');
    expect(addresses.revoked).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(addresses.revoked).toEqual(['blob:proof-1']));
  });
});

describe('Approve and continue', () => {
  test('approves and shows the next registration with its proof', async () => {
    const requests = mockPreview('image/png');
    const { user, decided } = await openReview(registrations(2));
    await user.click((await dialogOf('Student0')).getByRole('button', { name: 'Approve and continue' }));
    const next = await dialogOf('Student1');
    expect(await next.findByRole('img')).toHaveAttribute('src', 'blob:proof-2');
    expect(decided).toEqual(['request-0 ?approved=true']);
    expect(requests.map((one) => one.split(' ')[0])).toEqual(['proof-0', 'proof-1']);
    expect(addresses.revoked).toEqual(['blob:proof-1']);
  });

  test('is not offered for the last registration, after which the heading has the focus', async () => {
    const { user } = await openReview();
    const dialog = await dialogOf('Student0');
    expect(dialog.queryByRole('button', { name: 'Approve and continue' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('returns to the list after a failure, which shows at the row', async () => {
    const { user } = await openReview(registrations(2));
    server.use(http.put(`*${path}/:id`, () => failure(409, 'exception.registration.already-reviewed')));
    await user.click((await dialogOf('Student0')).getByRole('button', { name: 'Approve and continue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'A decision on this registration has already been made.',
    );
  });

  test('ignores key repeat', async () => {
    const { decided } = await openReview(registrations(2));
    const button = (await dialogOf('Student0')).getByRole('button', { name: 'Approve and continue' });
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
    expect(decided).toEqual([]);
  });
});
