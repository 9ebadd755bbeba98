import { waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { expect } from 'vitest';
import { blurDisabled } from './blurDisabled';
import { failure } from '../handlers';
import { pendingResponse } from '../pendingResponse';
import { server } from '../server';

/** Presses a button that loads `path` again, which fails: the button is busy, and has the focus after it. */
export async function expectBusyRetry(user: UserEvent, button: HTMLElement, path: string): Promise<void> {
  const answer = pendingResponse(() => failure(503, 'exception.server.unavailable'));
  server.use(http.get(path, answer.resolver));
  await user.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  blurDisabled(button as HTMLButtonElement);
  answer.respond();
  await waitFor(() => expect(button).toBeEnabled());
  expect(button).toBeVisible();
  await waitFor(() => expect(button).toHaveFocus());
}
