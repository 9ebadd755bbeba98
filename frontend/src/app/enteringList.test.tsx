import { screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Role } from '../api/generated';
import { application, studentRegistration } from '../testing/fixtures';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

/** Answers a list when told to, and never the texts that its rows then ask for. */
function playRows(path: string, row: { externalId: string }) {
  let arrive = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const awaited: string[] = [];
  server.use(
    http.get(`*${path}`, async () => {
      await arrived;
      return HttpResponse.json({ payload: [row], totalPages: 1, totalSize: 1 });
    }),
  );
  return {
    awaited,
    arrive: () => {
      server.use(
        http.get('*/locales/:language/:namespace', async ({ params }) => {
          awaited.push(String(params.namespace));
          await delay('infinite');
        }),
      );
      arrive();
    },
  };
}

test.each<[string, Role, string, { externalId: string }]>([
  ['/registration-requests', 'ADMIN', '/api/v1/users/students/registrations', studentRegistration()],
  ['/student-applications', 'ADMIN', '/api/v1/applications', application()],
  ['/applications', 'LANDLORD', '/api/v1/applications', application()],
])(
  '%s: what is typed while the rows come is not forgotten, whatever they wait for',
  async (address, role, path, row) => {
    const rows = playRows(path, row);
    const { user } = await renderApp(address, { role });
    const field = await screen.findByRole('searchbox');
    await user.type(field, 'se');
    rows.arrive();
    await waitFor(() => expect(rows.awaited).not.toEqual([]));
    expect(field).toBeVisible();
    expect(field).toHaveFocus();
    await user.keyboard('na');
    await waitFor(() => expect(window.location.search).toContain('keyword=sena'));
    expect(field).toHaveValue('sena');
  },
);
