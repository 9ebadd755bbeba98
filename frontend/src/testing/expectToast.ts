import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Waits for a toast and dismisses it, so that the next one can show. */
export async function expectToast(user: UserEvent, text: string): Promise<void> {
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss message' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
}
