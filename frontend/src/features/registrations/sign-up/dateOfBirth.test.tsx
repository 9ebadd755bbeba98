import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { student } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';

beforeAll(() => void vi.stubEnv('TZ', 'America/Los_Angeles'));
afterAll(() => void vi.unstubAllEnvs());

test('shows the same date of birth in a time zone west of Greenwich', async () => {
  expect(student.dateOfBirth).toBe('2003-05-17');
  const { user } = await renderApp('/registration-requests', { role: 'ADMIN' });
  const table = within(await screen.findByRole('table'));
  await user.click(table.getByRole('button', { name: /^Sena Aydın/ }));
  expect(await screen.findByText('May 17, 2003')).toBeVisible();
});
