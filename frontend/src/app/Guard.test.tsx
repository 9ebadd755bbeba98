import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../api/generated';
import { useLogout } from '../features/session/useLogout';
import { createI18n } from '../i18n/i18n';
import { userWithRole } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';
import { access } from './access';
import { Guard } from './Guard';
import { pageNames, paths } from './paths';
import { Providers } from './Providers';
import { createStore } from './store';

/** Shows the current path and its history state. */
function LocationDisplay() {
  const { pathname, state } = useLocation();
  return <p>{`location ${pathname}, state ${JSON.stringify(state)}`}</p>;
}

function GuardedPage() {
  const logout = useLogout();
  return <button onClick={logout}>guarded page</button>;
}

async function openGuarded() {
  window.history.replaceState(null, '', '/guarded?page=2#list');
  localStorage.setItem('i18nextLng', 'en-US');
  render(
    <Providers store={createStore()} i18n={await createI18n()}>
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route
            path="/guarded"
            element={
              <Guard allowed={['STUDENT']}>
                <GuardedPage />
              </Guard>
            }
          />
          <Route path="*" element={<LocationDisplay />} />
        </Routes>
      </BrowserRouter>
    </Providers>,
  );
}

const logIn = (role: Role) => {
  localStorage.setItem('token', 'token');
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: userWithRole(role) })));
};

test('redirects a visitor to the login with the return address', async () => {
  await openGuarded();
  expect(
    await screen.findByText('location /login, state {"returnTo":"/guarded?page=2#list"}'),
  ).toBeInTheDocument();
});

test('shows Loading... while the profile is pending', async () => {
  localStorage.setItem('token', 'token');
  let respond = () => undefined as void;
  server.use(
    http.get('*/api/v1/users/profile', async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return HttpResponse.json({ payload: userWithRole('STUDENT') });
    }),
  );
  await openGuarded();
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByText('guarded page')).not.toBeInTheDocument();
  await waitFor(() => {
    respond();
    expect(screen.getByText('guarded page')).toBeInTheDocument();
  });
});

test.each(['LANDLORD', 'ADMIN'] as const)('shows the 404 page to %s', async (role) => {
  logIn(role);
  await openGuarded();
  expect(await screen.findByText("THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.")).toBeInTheDocument();
  expect(window.location.pathname).toBe('/guarded');
});

describe('a user with access', () => {
  beforeEach(() => logIn('STUDENT'));

  test('stays logged in after a reload and sees the page', async () => {
    await openGuarded();
    expect(await screen.findByText('guarded page')).toBeInTheDocument();
  });

  test('is sent to the home page after logout, not to the login', async () => {
    await openGuarded();
    await userEvent.click(await screen.findByText('guarded page'));
    expect(await screen.findByText('location /, state null')).toBeInTheDocument();
  });
});

test('redirects a user with a rejected token to the login', async () => {
  localStorage.setItem('token', 'revoked');
  server.use(http.get('*/api/v1/users/profile', () => failure(403, 'exception.auth.unauthenticated')));
  await openGuarded();
  expect(await screen.findByText(/^location \/login/)).toBeInTheDocument();
});

const roles = ['STUDENT', 'LANDLORD', 'ADMIN'] as const;
const urlOf = (name: (typeof pageNames)[number]) => paths[name].href('7');
/** Who may open each guarded page. Not taken from `access`, so that a mistake there is found. */
const readers: Partial<Record<(typeof pageNames)[number], readonly (Role | 'ANONYMOUS')[]>> = {
  account: roles,
  changePassword: roles,
  apply: ['STUDENT'],
  applicationSuccess: ['STUDENT'],
  favourites: ['ANONYMOUS', 'STUDENT'],
  savedSearches: ['STUDENT'],
  myApplications: ['STUDENT'],
  studentApplications: ['ADMIN'],
  registrationRequests: ['ADMIN'],
  users: ['ADMIN'],
  stats: ['ADMIN'],
  events: ['ADMIN'],
  settings: ['ADMIN'],
  audit: ['ADMIN'],
  applications: ['LANDLORD'],
  myListings: ['LANDLORD', 'ADMIN'],
  addListing: ['LANDLORD'],
  manageListing: ['LANDLORD', 'ADMIN'],
};
const guarded = pageNames.filter((name) => readers[name]);
const closedTo = (reader: Role | 'ANONYMOUS') => guarded.filter((name) => !readers[name]?.includes(reader));
const pairs = roles.flatMap((role) => closedTo(role).map((name) => [role, name] as const));
const notFound = () => screen.queryByText("THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.");

describe('every guarded page', () => {
  test('is in the table', () => {
    expect(pageNames.filter((name) => access[name] !== 'public')).toEqual(guarded);
  });

  test.each(pairs)('%s without access gets the 404 page for %s', async (role, name) => {
    await renderApp(urlOf(name), { role });
    await waitFor(() => expect(notFound()).toBeVisible());
    expect(window.location.pathname).toBe(urlOf(name));
  });

  test.each(closedTo('ANONYMOUS'))('redirects a visitor from %s to the login', async (name) => {
    await renderApp(urlOf(name));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.history.state).toMatchObject({ usr: { returnTo: urlOf(name) } });
  });
});
