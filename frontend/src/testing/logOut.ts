import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Chooses the logout of the avatar menu, which opens home unless unsent input would be deleted. */
export async function logOut(user: UserEvent): Promise<void> {
  const header = within(screen.getByRole('banner'));
  await user.click(await header.findByRole('button', { name: /^Account of/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
}

/** Confirms a logout that deletes unsent input. */
export async function confirmLogout(user: UserEvent): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: 'Log out and delete unsaved entries?' });
  await user.click(within(dialog).getByRole('button', { name: 'Log out and delete' }));
}
