import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Waits for a toast and dismisses it, so that the queue is empty for the next one. */
export async function readToast(user: UserEvent, text: string): Promise<void> {
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Dismiss message' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
}
