import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Role } from '../../../api/generated';
import { application, studentRegistration } from '../../../testing/fixtures';
import { event } from '../../../testing/adminFixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

/**
 * Mocks a list that responds when the returned function is called. From then on, texts do not load.
 */
function mockDelayedList(path: string, rows: readonly { externalId: string }[]) {
  let resolveRows = () => undefined as void;
  const rowsRequested = new Promise<void>((resolve) => (resolveRows = resolve));
  server.use(
    http.get(`*${path}`, async () => {
      await rowsRequested;
      return HttpResponse.json({ payload: rows, totalPages: 1, totalSize: rows.length });
    }),
  );
  return () => {
    server.use(http.get('*/locales/:language/:namespace', () => delay('infinite')));
    resolveRows();
  };
}

const approved = application({ externalId: 'approved', administratorApprovalStatus: 'APPROVED' });

test.each<[string, Role, string, { externalId: string }[]]>([
  ['/registration-requests', 'ADMIN', '/api/v1/users/students/registrations', [studentRegistration()]],
  ['/student-applications', 'ADMIN', '/api/v1/applications', [application(), approved]],
  ['/applications', 'LANDLORD', '/api/v1/applications', [application(), approved]],
  ['/events', 'ADMIN', '/api/v1/events', [event()]],
])('%s keeps the focus of a typing user when rows arrive', async (address, role, path, rows) => {
  const respond = mockDelayedList(path, rows);
  const { user } = await renderApp(address, { role });
  const field = await screen.findByRole('searchbox');
  await user.type(field, 'se');
  respond();
  expect(await screen.findAllByRole('row')).toHaveLength(1 + rows.length);
  expect(field).toBeVisible();
  expect(field).toHaveFocus();
  await user.keyboard('na');
  await waitFor(() => expect(window.location.search).toContain('keyword=sena'));
  expect(field).toHaveValue('sena');
});
