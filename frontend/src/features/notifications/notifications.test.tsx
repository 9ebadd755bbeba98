import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdministratorNotificationsResponse, Role } from '../../api/generated';
import { application, studentRegistration } from '../../testing/fixtures';
import { logOut } from '../../testing/logOut';
import { mockList } from '../../testing/mockList';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const none: AdministratorNotificationsResponse = {
  pendingLandlordRegistrationRequests: 0,
  pendingStudentRegistrationRequests: 0,
  pendingApplications: 0,
  pendingEvents: 0,
};

/** Mocks both endpoints with changeable counts. Records the tokens of the requests. */
function mockCounts(first: Partial<AdministratorNotificationsResponse> = {}) {
  const state = { tokens: [] as string[], counts: { ...none, ...first } };
  server.use(
    http.get('*/api/v1/notifications/:whose', ({ request, params }) => {
      state.tokens.push(`${String(params['whose'])} ${request.headers.get('authorization')}`);
      return HttpResponse.json({ payload: state.counts });
    }),
  );
  return state;
}

const header = () => within(screen.getByRole('banner'));
const mainMenu = () => within(header().getByRole('navigation', { name: 'Main menu' }));
const bottomBar = () => within(screen.getByRole('navigation', { name: 'Quick access' }));
const marked = (area: ReturnType<typeof mainMenu>) =>
  area
    .getAllByRole('link')
    .map((link) => link.textContent.trim())
    .filter((text) => text.includes('New'));

describe('markers', () => {
  test('show an administrator where something is pending, with the count for screen readers', async () => {
    mockCounts({ pendingStudentRegistrationRequests: 2, pendingLandlordRegistrationRequests: 1 });
    await renderApp('/', { role: 'ADMIN' });
    expect(
      await mainMenu().findByRole('link', { name: 'Registration Requests New (3 waiting)' }),
    ).toBeVisible();
    expect(marked(mainMenu())).toHaveLength(1);
    expect(marked(bottomBar())).toEqual(['Registrations New (3 waiting)']);
    expect(bottomBar().getByRole('button', { name: 'Menu' })).toBeVisible();
  });

  test('exist for applications and events, and on Menu on a phone', async () => {
    mockCounts({ pendingApplications: 1, pendingEvents: 4 });
    const { user } = await renderApp('/', { role: 'ADMIN' });
    const menu = await bottomBar().findByRole('button', { name: 'Menu New (5 waiting)' });
    expect(marked(mainMenu())).toEqual(['Student Applications New (1 waiting)', 'Events New (4 waiting)']);
    expect(marked(bottomBar())).toEqual([]);
    await user.click(menu);
    expect(marked(within(await screen.findByRole('dialog')))).toEqual([
      'Student Applications New (1 waiting)',
      'Events New (4 waiting)',
    ]);
  });

  test("exist for a landlord's Applications, and on Menu on a phone", async () => {
    const { tokens } = mockCounts({ pendingApplications: 2 });
    await renderApp('/', { role: 'LANDLORD' });
    expect(await mainMenu().findByRole('link', { name: 'Applications New (2 waiting)' })).toBeVisible();
    expect(marked(mainMenu())).toHaveLength(1);
    expect(marked(bottomBar())).toEqual([]);
    expect(bottomBar().getByRole('button', { name: 'Menu New (2 waiting)' })).toBeVisible();
    expect(tokens).toEqual(['landlord Bearer token-of-LANDLORD']);
  });

  test('are on More for entries that do not fit', async () => {
    mockCounts({ pendingEvents: 4 });
    mockWidths({ menu: 540, link: 100 });
    const { user } = await renderApp('/', { role: 'ADMIN' });
    const more = await mainMenu().findByRole('button', { name: 'More New (4 waiting)' });
    await user.click(more);
    const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent.trim());
    expect(entries).toEqual(['Listings', 'Stats', 'Events New (4 waiting)', 'Settings']);
  });

  test('reserve their space while nothing is pending', async () => {
    const state = mockCounts();
    await renderApp('/', { role: 'ADMIN' });
    await waitFor(() => expect(state.tokens).toHaveLength(1));
    const widths = () =>
      mainMenu()
        .getAllByRole('link')
        .filter((link) => link.querySelector('[data-text="New"]'))
        .map((link) => link.textContent.trim());
    expect(widths()).toEqual(['Registration Requests', 'Student Applications', 'Events']);
    expect(screen.queryAllByText('New')).toHaveLength(0);
  });

  test('show counts at the tabs of the registrations', async () => {
    mockCounts({ pendingStudentRegistrationRequests: 12 });
    await renderApp('/registration-requests', { role: 'ADMIN' });
    expect(await screen.findByRole('tab', { name: 'Students (12 waiting)' })).toHaveTextContent('12');
    expect(screen.getByRole('tab', { name: 'Landlords' })).toBeVisible();
  });

  test('have texts in the language of the page', async () => {
    mockCounts({ pendingApplications: 2 });
    await renderApp('/', { role: 'LANDLORD', language: 'de-DE' });
    expect(await screen.findAllByText('Neu')).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Bewerbungen Neu (2 offen)' })).toBeVisible();
  });
});

/** Mocks the widths of the menu and its links, because happy-dom has no layout. */
function mockWidths({ menu, link }: { menu: number; link: number }) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(menu);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(link);
  class Measure {
    constructor(private readonly changed: () => void) {}
    observe() {
      queueMicrotask(this.changed);
    }
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Measure);
}

describe('polling', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());
  const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  test.each(['ADMIN', 'LANDLORD'] as const)('sends a request every 10,000 ms for %s', async (role) => {
    const state = mockCounts({ pendingApplications: 1 });
    await renderApp('/about', { role });
    await screen.findAllByText('New');
    const before = state.tokens.length;
    state.counts = none;
    await advance(9_000);
    expect(state.tokens).toHaveLength(before);
    expect(screen.queryAllByText('New')).not.toHaveLength(0);
    await advance(1_000);
    await waitFor(() => expect(screen.queryAllByText('New')).toHaveLength(0));
    expect(state.tokens).toHaveLength(before + 1);
    await advance(10_000);
    await waitFor(() => expect(state.tokens).toHaveLength(before + 2));
  });

  test('stops at logout and clears the counts', async () => {
    const state = mockCounts({ pendingApplications: 1 });
    const { user } = await renderApp('/about', { role: 'ADMIN' });
    await screen.findAllByText('New');
    await logOut(user);
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(screen.queryAllByText('New')).toHaveLength(0);
    const before = state.tokens.length;
    await advance(60_000);
    expect(state.tokens).toHaveLength(before);
  });

  test('starts at login', async () => {
    const state = mockCounts({ pendingApplications: 1 });
    const { user } = await renderApp('/login');
    await advance(15_000);
    expect(state.tokens).toEqual([]);
    mockProfile('LANDLORD');
    await logIn(user);
    expect(await mainMenu().findByRole('link', { name: /^Applications New/ })).toBeVisible();
    expect(state.tokens).toEqual(['landlord Bearer fresh']);
  });

  test('sends no request with the token of the previous user after a login', async () => {
    const state = mockCounts({ pendingApplications: 1 });
    const { user } = await renderApp('/about', { role: 'LANDLORD' });
    await logOut(user);
    await user.click(await header().findByRole('link', { name: 'Log In' }));
    mockProfile('STUDENT');
    await logIn(user);
    expect(await mainMenu().findByRole('link', { name: 'My Applications' })).toBeVisible();
    expect(new Set(state.tokens)).toEqual(new Set(['landlord Bearer token-of-LANDLORD']));
  });

  test.each([undefined, 'STUDENT'] as const)('sends no request for %s', async (role) => {
    const state = mockCounts({ pendingApplications: 1 });
    await renderApp('/about', role ? { role } : {});
    await advance(25_000);
    expect(state.tokens).toEqual([]);
  });

  test('pauses while the tab is hidden, and sends a request when it is visible again', async () => {
    const state = mockCounts();
    await renderApp('/about', { role: 'ADMIN' });
    await waitFor(() => expect(state.tokens).toHaveLength(1));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await advance(60_000);
    expect(state.tokens).toHaveLength(1);
    visibility.mockReturnValue('visible');
    state.counts = { ...none, pendingEvents: 1 };
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await mainMenu().findByRole('link', { name: 'Events New (1 waiting)' })).toBeVisible();
  });
});

async function logIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email'), 'user@portal.test');
  await user.type(screen.getByLabelText('Password'), 'portal-demo');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }));
}

/** Mocks the profile after a login. */
function mockProfile(role: Role) {
  server.use(
    http.get('*/api/v1/users/profile', ({ request }) =>
      HttpResponse.json({
        payload: { ...studentRegistration().student, role, externalId: request.url },
      }),
    ),
  );
}

describe('a decision updates the counts at once', () => {
  test('for an application', async () => {
    const state = mockCounts({ pendingApplications: 1 });
    mockList('/api/v1/applications', () => [application()]);
    server.use(
      http.put('*/api/v1/applications/:id/admin-review', () => {
        state.counts = none;
        return HttpResponse.json({ payload: application({ administratorApprovalStatus: 'APPROVED' }) });
      }),
    );
    const { user } = await renderApp('/student-applications', { role: 'ADMIN' });
    await mainMenu().findByRole('link', { name: /^Student Applications New/ });
    await user.click(await screen.findByRole('button', { name: /^Accept .*’s application/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    expect(await mainMenu().findByRole('link', { name: 'Student Applications' })).toBeVisible();
    expect(state.tokens).toHaveLength(2);
  });

  test('for a registration', async () => {
    const state = mockCounts({ pendingStudentRegistrationRequests: 1 });
    mockList('/api/v1/users/students/registrations', () => [studentRegistration()]);
    server.use(
      http.put('*/api/v1/users/students/registrations/:id', () => {
        state.counts = none;
        return HttpResponse.json({ payload: studentRegistration({ status: 'APPROVED' }) });
      }),
    );
    const { user } = await renderApp('/registration-requests', { role: 'ADMIN' });
    await mainMenu().findByRole('link', { name: /^Registration Requests New/ });
    await user.click(await screen.findByRole('button', { name: /^Review .*’s registration/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await mainMenu().findByRole('link', { name: 'Registration Requests' })).toBeVisible();
    expect(state.tokens).toHaveLength(2);
  });
});
