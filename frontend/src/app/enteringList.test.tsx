import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Role } from '../api/generated';
import { application, studentRegistration } from '../testing/fixtures';
import { event } from '../testing/place';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

/** Answers a list when told to, and no more texts from then on. */
function playRows(path: string, rows: readonly { externalId: string }[]) {
  let arrive = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  server.use(
    http.get(`*${path}`, async () => {
      await arrived;
      return HttpResponse.json({ payload: rows, totalPages: 1, totalSize: rows.length });
    }),
  );
  return () => {
    server.use(http.get('*/locales/:language/:namespace', () => delay('infinite')));
    arrive();
  };
}

const approved = application({ externalId: 'approved', administratorApprovalStatus: 'APPROVED' });

test.each<[string, Role, string, { externalId: string }[]]>([
  ['/registration-requests', 'ADMIN', '/api/v1/users/students/registrations', [studentRegistration()]],
  ['/student-applications', 'ADMIN', '/api/v1/applications', [application(), approved]],
  ['/applications', 'LANDLORD', '/api/v1/applications', [application(), approved]],
  ['/events', 'ADMIN', '/api/v1/events', [event()]],
])('%s: rows that arrive disturb nobody who types already', async (address, role, path, rows) => {
  const arrive = playRows(path, rows);
  const { user } = await renderApp(address, { role });
  const field = await screen.findByRole('searchbox');
  await user.type(field, 'se');
  arrive();
  expect(await screen.findAllByRole('row')).toHaveLength(1 + rows.length);
  expect(field).toBeVisible();
  expect(field).toHaveFocus();
  await user.keyboard('na');
  await waitFor(() => expect(window.location.search).toContain('keyword=sena'));
  expect(field).toHaveValue('sena');
});
