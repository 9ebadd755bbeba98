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
import { server } from '../testing/server';
import { Guard } from './Guard';
import { Providers } from './Providers';
import { createStore } from './store';

/** Where one ends, with what the log-in is told to come back to. */
function Arrival() {
  const { pathname, state } = useLocation();
  return <p>{`arrived at ${pathname}, from ${JSON.stringify(state)}`}</p>;
}

function Secret() {
  const logout = useLogout();
  return <button onClick={() => void logout()}>secret page</button>;
}

async function openGuarded() {
  window.history.replaceState(null, '', '/guarded?page=2');
  localStorage.setItem('i18nextLng', 'en-US');
  render(
    <Providers store={createStore()} i18n={await createI18n()}>
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route
            path="/guarded"
            element={
              <Guard allowed={['STUDENT']}>
                <Secret />
              </Guard>
            }
          />
          <Route path="*" element={<Arrival />} />
        </Routes>
      </BrowserRouter>
    </Providers>,
  );
}

const loggedIn = (role: Role) => {
  localStorage.setItem('token', 'token');
  server.use(http.get('*/api/v1/users/profile', () => HttpResponse.json({ payload: userWithRole(role) })));
};

test('A5: a visitor is sent to the log-in, which knows where to return to', async () => {
  await openGuarded();
  expect(
    await screen.findByText('arrived at /login, from {"returnTo":"/guarded?page=2"}'),
  ).toBeInTheDocument();
});

test('A4: while the profile is pending it shows Loading...', async () => {
  localStorage.setItem('token', 'token');
  let answer = () => undefined as void;
  server.use(
    http.get('*/api/v1/users/profile', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return HttpResponse.json({ payload: userWithRole('STUDENT') });
    }),
  );
  await openGuarded();
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByText('secret page')).not.toBeInTheDocument();
  await waitFor(() => {
    answer();
    expect(screen.getByText('secret page')).toBeInTheDocument();
  });
});

test.each(['LANDLORD', 'ADMIN'] as const)('A6: %s, who is not allowed, gets the 404 page', async (role) => {
  loggedIn(role);
  await openGuarded();
  expect(await screen.findByText("THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.")).toBeInTheDocument();
  expect(window.location.pathname).toBe('/guarded');
});

describe('somebody who is allowed', () => {
  beforeEach(() => loggedIn('STUDENT'));

  test('L176: stays logged in after a reload and sees the page', async () => {
    await openGuarded();
    expect(await screen.findByText('secret page')).toBeInTheDocument();
  });

  test('B30: goes home when logging out here, not to the log-in', async () => {
    await openGuarded();
    await userEvent.click(await screen.findByText('secret page'));
    expect(await screen.findByText('arrived at /, from null')).toBeInTheDocument();
  });
});

test('L177: a token that is not accepted ends as a visitor', async () => {
  localStorage.setItem('token', 'revoked');
  server.use(http.get('*/api/v1/users/profile', () => failure(403, 'exception.auth.unauthenticated')));
  await openGuarded();
  expect(await screen.findByText(/^arrived at \/login/)).toBeInTheDocument();
});
