import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { student } from '../testing/fixtures';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const path = '/api/v1/users';
const chooser = () => screen.findByRole('combobox', { name: 'Per page' });
const rows = () => screen.getAllByRole('row').slice(1);

/** So many users, in pages of the asked-for size. Tells what was asked. */
async function openUsers(total: number, query = '') {
  const asked: string[] = [];
  server.use(
    http.get(`*${path}`, ({ request }) => {
      const params = new URL(request.url).searchParams;
      const page = Number(params.get('page'));
      const size = Number(params.get('pageSize') ?? 10);
      asked.push(`page ${page} of ${size}`);
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
  return { ...app, asked };
}

describe('the page size of a list', () => {
  test('is 10 at first, and can be 25, 50 or 100', async () => {
    const { asked } = await openUsers(30);
    expect(await chooser()).toHaveValue('10');
    const sizes = within(await chooser()).getAllByRole('option');
    expect(sizes.map((option) => option.textContent)).toEqual(['10', '25', '50', '100']);
    expect(asked).toEqual(['page 0 of 10']);
  });

  test('that is chosen is in the address, and keeps the first row on the page', async () => {
    const { user, asked } = await openUsers(120, '?page=6');
    expect(rows()[0]).toHaveTextContent('user-60@portal.test');
    await user.selectOptions(await chooser(), '25');
    await waitFor(() => expect(rows()).toHaveLength(25));
    expect(asked.at(-1)).toBe('page 2 of 25');
    expect(window.location.search).toBe('?page=2&pageSize=25');
    expect(screen.getByText('user-60@portal.test')).toBeVisible();
  });

  test('is undone by going back', async () => {
    const { user } = await openUsers(120);
    await user.selectOptions(await chooser(), '50');
    await waitFor(() => expect(rows()).toHaveLength(50));
    window.history.back();
    await waitFor(() => expect(rows()).toHaveLength(10));
    expect(await chooser()).toHaveValue('10');
  });

  test('is remembered for the next list, unless its address says another', async () => {
    const first = await openUsers(30);
    await first.user.selectOptions(await chooser(), '25');
    await waitFor(() => expect(rows()).toHaveLength(25));
    first.unmount();
    const second = await openUsers(30);
    expect(second.asked).toEqual(['page 0 of 25']);
    expect(await chooser()).toHaveValue('25');
    second.unmount();
    const third = await openUsers(30, '?pageSize=10');
    expect(third.asked).toEqual(['page 0 of 10']);
  });

  test('is not offered where all rows fit into the shortest page', async () => {
    await openUsers(10);
    expect(screen.queryByRole('combobox', { name: 'Per page' })).not.toBeInTheDocument();
  });
});
