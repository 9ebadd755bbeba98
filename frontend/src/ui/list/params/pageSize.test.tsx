import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { student } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '/api/v1/users';
const sizeSelect = () => screen.findByRole('combobox', { name: 'Per page' });
const rows = () => screen.getAllByRole('row').slice(1);

/** Mocks `total` users in pages of the requested size. Returns the requests. */
async function openUsers(total: number, query = '') {
  const requests: string[] = [];
  server.use(
    http.get(`*${path}`, ({ request }) => {
      const params = new URL(request.url).searchParams;
      const page = Number(params.get('page'));
      const size = Number(params.get('pageSize') ?? 10);
      requests.push(`page ${page} of ${size}`);
      const all = Array.from({ length: total }, (_, index) => ({
        ...student,
        externalId: `user-${index}`,
        email: `user-${index}@portal.test`,
      }));
      return HttpResponse.json({
        payload: all.slice(page * size, (page + 1) * size),
        totalPages: Math.ceil(total / size),
        totalSize: total,
      });
    }),
  );
  const app = await renderApp(`/users${query}`, { role: 'ADMIN' });
  await screen.findByRole('table');
  return { ...app, requests };
}

describe('page size', () => {
  test('is 10 by default, and can be 25, 50 or 100', async () => {
    const { requests } = await openUsers(30);
    expect(await sizeSelect()).toHaveValue('10');
    const sizes = within(await sizeSelect()).getAllByRole('option');
    expect(sizes.map((option) => option.textContent)).toEqual(['10', '25', '50', '100']);
    expect(requests).toEqual(['page 0 of 10']);
  });

  test('is in the URL and keeps the first row on the page', async () => {
    const { user, requests } = await openUsers(120, '?page=6');
    expect(rows()[0]).toHaveTextContent('user-60@portal.test');
    await user.selectOptions(await sizeSelect(), '25');
    await waitFor(() => expect(rows()).toHaveLength(25));
    expect(requests.at(-1)).toBe('page 2 of 25');
    expect(window.location.search).toBe('?page=2&pageSize=25');
    expect(screen.getByText('user-60@portal.test')).toBeVisible();
  });

  test('is reset by Back', async () => {
    const { user } = await openUsers(120);
    await user.selectOptions(await sizeSelect(), '50');
    await waitFor(() => expect(rows()).toHaveLength(50));
    window.history.back();
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(await sizeSelect()).toHaveValue('10');
  });

  test('is stored for other lists, unless their URL has another', async () => {
    const first = await openUsers(30);
    await first.user.selectOptions(await sizeSelect(), '25');
    await waitFor(() => expect(rows()).toHaveLength(25));
    first.unmount();
    const second = await openUsers(30);
    expect(second.requests).toEqual(['page 0 of 25']);
    expect(await sizeSelect()).toHaveValue('25');
    second.unmount();
    const third = await openUsers(30, '?pageSize=10');
    expect(third.requests).toEqual(['page 0 of 10']);
  });

  test('is not offered when all rows fit into the smallest page', async () => {
    await openUsers(10);
    expect(screen.queryByRole('combobox', { name: 'Per page' })).not.toBeInTheDocument();
  });
});
