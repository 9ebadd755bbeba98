import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderApp } from '../testing/renderApp';
import { access, mayOpen } from './access';
import { pageNames, paths } from './paths';

const roles = ['STUDENT', 'LANDLORD', 'ADMIN'] as const;
const addressOf = (name: (typeof pageNames)[number]) => paths[name].href('7');
const guarded = pageNames.filter((name) => access[name] !== 'everybody');
const pairs = guarded.flatMap((name) =>
  roles.map((role) => [role, name, mayOpen(access[name], role)] as const),
);
const notFound = () => screen.queryByText("THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.");

describe('opened by its address', () => {
  test.each(pairs.filter(([, , allowed]) => !allowed))(
    'A6 to A11: %s gets the 404 page for %s',
    async (role, name) => {
      await renderApp(addressOf(name), { role });
      await waitFor(() => expect(notFound()).toBeVisible());
      expect(window.location.pathname).toBe(addressOf(name));
    },
  );

  test.each(guarded)('A5: a visitor is sent from %s to the log-in', async (name) => {
    await renderApp(addressOf(name));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.history.state).toMatchObject({ usr: { returnTo: addressOf(name) } });
  });
});
