import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdministratorNotificationsResponse, Role } from '../api/generated';
import { application, studentRegistration } from '../testing/fixtures';
import { playList } from '../testing/playList';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const none: AdministratorNotificationsResponse = {
  pendingLandlordRegistrationRequests: 0,
  pendingStudentRegistrationRequests: 0,
  pendingApplications: 0,
  pendingEvents: 0,
};

/** Answers both calls with what waits just then, and tells who asked. */
function playCounts(first: Partial<AdministratorNotificationsResponse> = {}) {
  const seen = { asked: [] as string[], counts: { ...none, ...first } };
  server.use(
    http.get('*/api/v1/notifications/:whose', ({ request, params }) => {
      seen.asked.push(`${String(params['whose'])} ${request.headers.get('authorization')}`);
      return HttpResponse.json({ payload: seen.counts });
    }),
  );
  return seen;
}

const header = () => within(screen.getByRole('banner'));
const mainMenu = () => within(header().getByRole('navigation', { name: 'Main menu' }));
const bottomBar = () => within(screen.getByRole('navigation', { name: 'Quick access' }));
const marked = (area: ReturnType<typeof mainMenu>) =>
  area
    .getAllByRole('link')
    .map((link) => link.textContent.trim())
    .filter((text) => text.includes('New'));

describe('the markers', () => {
  test('B26: an administrator sees where something waits, and how much is said', async () => {
    playCounts({ pendingStudentRegistrationRequests: 2, pendingLandlordRegistrationRequests: 1 });
    await renderApp('/', { role: 'ADMIN' });
    expect(
      await mainMenu().findByRole('link', { name: 'Registration Requests New (3 waiting)' }),
    ).toBeVisible();
    expect(marked(mainMenu())).toHaveLength(1);
    expect(marked(bottomBar())).toEqual(['Registrations New (3 waiting)']);
    expect(bottomBar().getByRole('button', { name: 'Menu' })).toBeVisible();
  });

  test('B26: applications and events have markers of their own, on a phone behind Menu', async () => {
    playCounts({ pendingApplications: 1, pendingEvents: 4 });
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

  test("B26: a landlord's Applications, and Menu on a phone", async () => {
    const { asked } = playCounts({ pendingApplications: 2 });
    await renderApp('/', { role: 'LANDLORD' });
    expect(await mainMenu().findByRole('link', { name: 'Applications New (2 waiting)' })).toBeVisible();
    expect(marked(mainMenu())).toHaveLength(1);
    expect(marked(bottomBar())).toEqual([]);
    expect(bottomBar().getByRole('button', { name: 'Menu New (2 waiting)' })).toBeVisible();
    expect(asked).toEqual(['landlord Bearer token-of-LANDLORD']);
  });

  test('what does not fit goes under More, which is marked for it', async () => {
    playCounts({ pendingEvents: 4 });
    playWidths({ menu: 540, link: 100 });
    const { user } = await renderApp('/', { role: 'ADMIN' });
    const more = await mainMenu().findByRole('button', { name: 'More New (4 waiting)' });
    await user.click(more);
    const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent.trim());
    expect(entries).toEqual(['Listings', 'Stats', 'Events New (4 waiting)', 'Settings']);
  });

  test('keep their room while nothing waits, so that no label moves when they come', async () => {
    const seen = playCounts();
    await renderApp('/', { role: 'ADMIN' });
    await waitFor(() => expect(seen.asked).toHaveLength(1));
    const rooms = () =>
      mainMenu()
        .getAllByRole('link')
        .filter((link) => link.querySelector('[data-text="New"]'))
        .map((link) => link.textContent.trim());
    expect(rooms()).toEqual(['Registration Requests', 'Student Applications', 'Events']);
    expect(screen.queryAllByText('New')).toHaveLength(0);
  });

  test('stand at the tabs of the registrations, with the number', async () => {
    playCounts({ pendingStudentRegistrationRequests: 12 });
    await renderApp('/registration-requests', { role: 'ADMIN' });
    expect(await screen.findByRole('tab', { name: 'Students (12 waiting)' })).toHaveTextContent('12');
    expect(screen.getByRole('tab', { name: 'Landlords' })).toBeVisible();
  });

  test('C42: speak the language of the page', async () => {
    playCounts({ pendingApplications: 2 });
    await renderApp('/', { role: 'LANDLORD', language: 'de-DE' });
    expect(await screen.findAllByText('Neu')).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Bewerbungen Neu (2 offen)' })).toBeVisible();
  });
});

/** happy-dom has no layout: says how wide the menu and each of its links are. */
function playWidths({ menu, link }: { menu: number; link: number }) {
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

describe('the polling', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  test.each(['ADMIN', 'LANDLORD'] as const)('B27 AA410: asks every 10,000 ms: %s', async (role) => {
    const seen = playCounts({ pendingApplications: 1 });
    await renderApp('/about', { role });
    await screen.findAllByText('New');
    const before = seen.asked.length;
    seen.counts = none;
    await pass(9_000);
    expect(seen.asked).toHaveLength(before);
    expect(screen.queryAllByText('New')).not.toHaveLength(0);
    await pass(1_000);
    await waitFor(() => expect(screen.queryAllByText('New')).toHaveLength(0));
    expect(seen.asked).toHaveLength(before + 1);
    await pass(10_000);
    await waitFor(() => expect(seen.asked).toHaveLength(before + 2));
  });

  test('AA411: stops at log-out, and what was known is forgotten', async () => {
    const seen = playCounts({ pendingApplications: 1 });
    const { user } = await renderApp('/about', { role: 'ADMIN' });
    await screen.findAllByText('New');
    await user.click(await header().findByRole('button', { name: 'Account of Sena Aydın' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
    expect(screen.queryAllByText('New')).toHaveLength(0);
    const asked = seen.asked.length;
    await pass(60_000);
    expect(seen.asked).toHaveLength(asked);
  });

  test('begins at log-in', async () => {
    const seen = playCounts({ pendingApplications: 1 });
    const { user } = await renderApp('/login');
    await pass(15_000);
    expect(seen.asked).toEqual([]);
    playProfile('LANDLORD');
    await logIn(user);
    expect(await mainMenu().findByRole('link', { name: /^Applications New/ })).toBeVisible();
    expect(seen.asked).toEqual(['landlord Bearer fresh']);
  });

  test('whoever logs in after somebody else is not asked for as them, not even once', async () => {
    const seen = playCounts({ pendingApplications: 1 });
    const { user } = await renderApp('/about', { role: 'LANDLORD' });
    await user.click(await header().findByRole('button', { name: 'Account of Sena Aydın' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await user.click(await header().findByRole('link', { name: 'Log In' }));
    playProfile('STUDENT');
    await logIn(user);
    expect(await mainMenu().findByRole('link', { name: 'My Applications' })).toBeVisible();
    expect(new Set(seen.asked)).toEqual(new Set(['landlord Bearer token-of-LANDLORD']));
  });

  test.each([undefined, 'STUDENT'] as const)('never asks for %s', async (role) => {
    const seen = playCounts({ pendingApplications: 1 });
    await renderApp('/about', role ? { role } : {});
    await pass(25_000);
    expect(seen.asked).toEqual([]);
  });

  test('pauses while the tab is hidden, and catches up when it is seen again', async () => {
    const seen = playCounts();
    await renderApp('/about', { role: 'ADMIN' });
    await waitFor(() => expect(seen.asked).toHaveLength(1));
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await pass(60_000);
    expect(seen.asked).toHaveLength(1);
    visibility.mockReturnValue('visible');
    seen.counts = { ...none, pendingEvents: 1 };
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await mainMenu().findByRole('link', { name: 'Events New (1 waiting)' })).toBeVisible();
  });
});

async function logIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email'), 'somebody@portal.test');
  await user.type(screen.getByLabelText('Password'), 'portal-demo');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }));
}

/** Who has just logged in. */
function playProfile(role: Role) {
  server.use(
    http.get('*/api/v1/users/profile', ({ request }) =>
      HttpResponse.json({
        payload: { ...studentRegistration().student, role, externalId: request.url },
      }),
    ),
  );
}

describe('what one decides oneself is counted at once', () => {
  test('an application', async () => {
    const seen = playCounts({ pendingApplications: 1 });
    playList('/api/v1/applications', () => [application()]);
    server.use(
      http.put('*/api/v1/applications/:id/admin-review', () => {
        seen.counts = none;
        return HttpResponse.json({ payload: application({ administratorApprovalStatus: 'APPROVED' }) });
      }),
    );
    const { user } = await renderApp('/student-applications', { role: 'ADMIN' });
    await mainMenu().findByRole('link', { name: /^Student Applications New/ });
    await user.click(await screen.findByRole('button', { name: /^Accept .*’s application/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    expect(await mainMenu().findByRole('link', { name: 'Student Applications' })).toBeVisible();
    expect(seen.asked).toHaveLength(2);
  });

  test('a registration', async () => {
    const seen = playCounts({ pendingStudentRegistrationRequests: 1 });
    playList('/api/v1/users/students/registrations', () => [studentRegistration()]);
    server.use(
      http.put('*/api/v1/users/students/registrations/:id', () => {
        seen.counts = none;
        return HttpResponse.json({ payload: studentRegistration({ status: 'APPROVED' }) });
      }),
    );
    const { user } = await renderApp('/registration-requests', { role: 'ADMIN' });
    await mainMenu().findByRole('link', { name: /^Registration Requests New/ });
    await user.click(await screen.findByRole('button', { name: /^Review .*’s request/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    expect(await mainMenu().findByRole('link', { name: 'Registration Requests' })).toBeVisible();
    expect(seen.asked).toHaveLength(2);
  });
});
