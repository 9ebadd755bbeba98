import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { Role, SearchListingsRequest } from '../../api/generated';
import { landlord, listing, publicSettings } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { logOut } from '../../testing/logOut';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const header = () => within(screen.getByRole('banner'));
const mainMenu = () => header().getByRole('navigation', { name: 'Main menu' });
const bottomBar = () => screen.getByRole('navigation', { name: 'Quick access' });
const linksIn = (area: HTMLElement) =>
  within(area)
    .getAllByRole('link')
    .map((link) => link.textContent.trim());

async function openSideMenu(role?: Role) {
  const app = await renderApp('/', role ? { role } : {});
  await waitFor(() => expect(linksIn(bottomBar())).toContain('Explore'));
  await app.user.click(within(bottomBar()).getByRole('button', { name: 'Menu' }));
  return { ...app, menu: within(await screen.findByRole('dialog')) };
}

describe('navigation', () => {
  test.each([
    [undefined, ['Home', 'Favorites'], ['Explore', 'Log in']],
    [
      'STUDENT',
      ['Home', 'Favorites', 'Saved Searches', 'My Applications'],
      ['Explore', 'My Applications', 'Profile'],
    ],
    ['LANDLORD', ['Home', 'My Listings', 'Applications'], ['Explore', 'My Listings', 'Profile']],
    [
      'ADMIN',
      [
        'Home',
        'Registration Requests',
        'Student Applications',
        'Users',
        'Listings',
        'Stats',
        'Events',
        'Settings',
      ],
      ['Explore', 'Registrations', 'Profile'],
    ],
  ] as const)('shows the main menu and the bottom bar of %s', async (role, menu, bar) => {
    await renderApp('/', role ? { role } : {});
    await waitFor(() => expect(linksIn(mainMenu())).toEqual(menu));
    expect(linksIn(bottomBar())).toEqual(bar);
    expect(within(bottomBar()).getByRole('button', { name: 'Menu' })).toBeVisible();
  });

  test("the administrator's Listings leads to /my-listings", async () => {
    await renderApp('/', { role: 'ADMIN' });
    expect(await header().findByRole('link', { name: 'Listings' })).toHaveAttribute('href', '/my-listings');
  });

  test('a logged-in user has logo, menu and avatar, and no login', async () => {
    await renderApp('/', { role: 'STUDENT' });
    expect(await header().findByRole('button', { name: 'Account of Sena Aydın' })).toBeVisible();
    expect(header().getByRole('link', { name: 'Fensterplatz' })).toHaveAttribute('href', '/');
    expect(header().queryByRole('link', { name: 'Log In' })).not.toBeInTheDocument();
  });

  test.each(['STUDENT', 'LANDLORD', 'ADMIN'] as const)(
    'the avatar menu of a %s has Profile and Logout',
    async (role) => {
      const { user } = await renderApp('/', { role });
      await user.click(await header().findByRole('button', { name: 'Account of Sena Aydın' }));
      const entries = await screen.findAllByRole('menuitem');
      expect(entries.map((entry) => entry.textContent)).toEqual(['Profile', 'Logout']);
      await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
      expect(window.location.pathname).toBe('/account');
    },
  );

  test('a visitor has Log In', async () => {
    await renderApp('/');
    expect(header().getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  });

  test('shows no visitor menu while the user is loading', async () => {
    server.use(http.get('*/api/v1/users/profile', () => new Promise<never>(() => undefined)));
    localStorage.setItem('token', 'pending');
    await renderApp('/');
    expect(header().queryByRole('link', { name: 'Log In' })).not.toBeInTheDocument();
    expect(within(mainMenu()).queryAllByRole('link')).toEqual([]);
  });

  test('the current page is marked', async () => {
    await renderApp('/');
    expect(within(mainMenu()).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  });
});

test('the link to the content focuses it without a history entry, which would have no index', async () => {
  const { user } = await renderApp('/');
  const { length, state } = window.history;
  await user.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(window.location.hash).toBe('');
  expect([window.history.length, window.history.state]).toEqual([length, state]);
});

describe('logout', () => {
  test('from the avatar menu opens / with the menu of a visitor', async () => {
    const { user } = await renderApp('/listing/7', { role: 'STUDENT' });
    await logOut(user);
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    expect(linksIn(mainMenu())).toEqual(['Home', 'Favorites']);
    expect(localStorage.getItem('token')).toBeNull();
  });

  test('requests the results of the home page again without a token', async () => {
    const tokens: (string | null)[] = [];
    server.use(
      http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
        const { facets } = await request.json();
        if (!facets) tokens.push(request.headers.get('authorization'));
        return HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0, facets: null });
      }),
    );
    const { menu, user } = await openSideMenu('STUDENT');
    await user.click(menu.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(tokens).toEqual(['Bearer token-of-STUDENT', null]));
  });

  test('works without a connection', async () => {
    server.use(http.post('*/api/v1/logout', () => HttpResponse.error()));
    const { menu, user } = await openSideMenu('LANDLORD');
    await user.click(menu.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(linksIn(mainMenu())).toEqual(['Home', 'Favorites']);
  });

  test('in another tab logs out this tab', async () => {
    await renderApp('/', { role: 'STUDENT' });
    await header().findByRole('link', { name: 'My Applications' });
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    await waitFor(() => expect(linksIn(mainMenu())).toEqual(['Home', 'Favorites']));
  });

  test('in another tab leaves nothing for the next user', async () => {
    await renderApp('/', { role: 'STUDENT' });
    await header().findByRole('link', { name: 'My Applications' });
    const next = { ...landlord, firstName: 'Greta', lastName: 'Neu' };
    server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: next })));
    const changeToken = (newValue: string | null) => {
      if (newValue === null) localStorage.removeItem('token');
      else localStorage.setItem('token', newValue);
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }));
    };
    changeToken(null);
    await waitFor(() => expect(linksIn(mainMenu())).toEqual(['Home', 'Favorites']));
    changeToken('of the next user');
    expect(await header().findByRole('button', { name: 'Account of Greta Neu' })).toBeVisible();
  });
});

test('a login in another tab leaves no responses of the visitor', async () => {
  const tokens: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/listings/:id', ({ request }) => {
      tokens.push(request.headers.get('authorization'));
      return HttpResponse.json({ payload: listing() });
    }),
  );
  await renderApp(`/listing/${listing().externalId}`);
  await screen.findByRole('heading', { level: 1, name: listing().title });
  localStorage.setItem('token', 'new');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue: null, newValue: 'new' }));
  await waitFor(() => expect(tokens).toEqual([null, 'Bearer new']));
});

describe('Back closes what is open over the page', () => {
  async function openSecondPage() {
    const app = await renderApp('/', { role: 'LANDLORD' });
    await app.user.click(await header().findByRole('link', { name: 'Applications' }));
    await screen.findByRole('heading', { level: 1, name: 'Applications' });
    return app;
  }
  const goBack = () => act(() => window.history.back());

  test('the side menu', async () => {
    const { user } = await openSecondPage();
    await user.click(within(bottomBar()).getByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog');
    goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    act(() => window.history.forward());
    await screen.findByRole('heading', { level: 1, name: 'Applications' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the menu of the account', async () => {
    const { user } = await openSecondPage();
    await user.click(header().getByRole('button', { name: /^Account of/ }));
    await screen.findByRole('menu');
    goBack();
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  test('the side menu, also if only the filters of the page change', async () => {
    const { user } = await renderApp('/');
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(window.location.search).toBe('?unitTypes=HOUSE');
    await user.click(await within(bottomBar()).findByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog');
    goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.search).toBe('');
  });
});

describe('side menu', () => {
  test("shows user, the role's menu, dark mode, language and Log out", async () => {
    const { menu } = await openSideMenu('LANDLORD');
    expect(menu.getByText('Sena Aydın')).toBeVisible();
    expect(menu.getByText('student@portal.test')).toBeVisible();
    expect(menu.getByText('S')).toBeVisible();
    expect(linksIn(menu.getByRole('navigation'))).toEqual(['Home', 'My Listings', 'Applications']);
    expect(menu.getByRole('switch', { name: 'Dark mode' })).toBeVisible();
    expect(menu.getByRole('combobox', { name: 'Language' })).toHaveValue('en-US');
    expect(menu.getByRole('button', { name: 'Log out' })).toBeVisible();
  });

  test('shows a visitor Log In, and Sign up with Student and Landlord', async () => {
    const { menu, user } = await openSideMenu();
    expect(menu.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
    const signUp = menu.getByRole('button', { name: 'Sign up' });
    expect(signUp).toHaveAttribute('aria-expanded', 'false');
    expect(menu.queryByRole('link', { name: 'Student' })).not.toBeInTheDocument();
    await user.click(signUp);
    expect(signUp).toHaveAttribute('aria-expanded', 'true');
    expect(menu.getByRole('link', { name: 'Landlord' })).toHaveAttribute('href', '/signup-landlord');
    await user.click(menu.getByRole('link', { name: 'Student' }));
    expect(window.location.pathname).toBe('/signup-student');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('changes and stores language and theme', async () => {
    const { menu, user } = await openSideMenu();
    await user.selectOptions(menu.getByRole('combobox', { name: 'Language' }), 'Deutsch');
    expect(await menu.findByRole('switch', { name: 'Dunkles Design' })).toBeVisible();
    expect(screen.getByText('Finde dein Zimmer fürs Semester.')).toBeInTheDocument();
    expect(localStorage.getItem('i18nextLng')).toBe('de-DE');
    await user.click(menu.getByRole('switch'));
    expect(localStorage.getItem('theme')).toBe('dark');
  });
});

describe('footer', () => {
  test('links the legal pages of the settings', async () => {
    await renderApp('/');
    const footer = within(screen.getByRole('contentinfo'));
    expect(await footer.findByRole('link', { name: 'Terms of use' })).toHaveAttribute(
      'href',
      publicSettings.termsUrl,
    );
    expect(footer.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
      'href',
      publicSettings.privacyUrl,
    );
    expect(footer.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('target', '_blank');
    expect(footer.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', '/legal/imprint');
    expect(footer.getByRole('link', { name: 'Imprint' })).not.toHaveAttribute('target');
    expect(footer.getByRole('link', { name: 'Accessibility' })).toHaveAttribute(
      'href',
      '/legal/accessibility',
    );
  });

  test('links both sign-ups, about and contact', async () => {
    await renderApp('/');
    const portal = within(screen.getByRole('contentinfo')).getByRole('navigation', { name: 'Portal' });
    const links = within(portal).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Sign up as a student', '/signup-student'],
      ['Sign up as a landlord', '/signup-landlord'],
      ['About us', '/about'],
      ['Contact', '/contact'],
    ]);
  });

  test('links no sign-up for a logged-in user', async () => {
    await renderApp('/', { role: 'STUDENT' });
    const portal = within(screen.getByRole('contentinfo')).getByRole('navigation', { name: 'Portal' });
    expect(linksIn(portal)).toEqual(['About us', 'Contact']);
  });
});

describe('public settings', () => {
  test('are requested once', async () => {
    let requests = 0;
    server.use(
      http.get('*/api/v1/settings/public', () => {
        requests += 1;
        return HttpResponse.json({ payload: { ...publicSettings, brandName: 'Nestbau' } });
      }),
    );
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('link', { name: 'Nestbau' }));
    await user.click(screen.getByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' }));
    await screen.findByRole('heading', { level: 1, name: 'Helles Zimmer mit Blick ins Grüne' });
    expect(requests).toBe(1);
  });

  test('the app works without them', async () => {
    server.use(http.get('*/api/v1/settings/public', () => failure(503, 'exception.server.unavailable')));
    await renderApp('/');
    expect(await screen.findByRole('article')).toBeVisible();
    expect(header().getByRole('link', { name: 'Fensterplatz' })).toBeVisible();
  });
});

describe('navigation between pages', () => {
  test('focuses the main element of a new page', async () => {
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('link', { name: 'Helles Zimmer mit Blick ins Grüne' }));
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test('an unknown path shows the 404 page with a link home', async () => {
    const { user } = await renderApp('/no-such-page');
    expect(
      await screen.findByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
    ).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Return Home Page' }));
    expect(window.location.pathname).toBe('/');
  });

  test('a failed page keeps header and footer, and another page works', async () => {
    // React logs errors that a boundary catches.
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    // A response that violates the API.
    server.use(
      http.post('*/api/v1/listings/search', () =>
        HttpResponse.json({ payload: [{}], totalPages: 1, totalSize: 1 }),
      ),
    );
    const { user } = await renderApp('/');
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(header().getByRole('link', { name: 'Log In' })).toBeVisible();
    await user.click(header().getByRole('link', { name: 'Log In' }));
    expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).not.toBeInTheDocument();
  });
});
