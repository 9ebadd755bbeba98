import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Logs out by the avatar menu, which opens home. */
export async function logOut(user: UserEvent): Promise<void> {
  const header = within(screen.getByRole('banner'));
  await user.click(await header.findByRole('button', { name: /^Account of/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
}
