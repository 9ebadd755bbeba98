import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntryResponse } from '../../api/generated';
import { actionGroups } from './actions';
import { listing } from '../../testing/fixtures';
import { expectBusyRetry } from '../../testing/browser/expectBusyRetry';
import { failure } from '../../testing/handlers';
import { auditEntry } from '../../testing/adminFixtures';
import { mockList } from '../../testing/mockList';
import { expectToast } from '../../testing/expectToast';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const path = '/api/v1/audit';
const katja = '01900000-0000-7000-8000-0000000000a1';
const rows = () => screen.getAllByRole('row').slice(1);
const firstRow = () => within(rows()[0] ?? document.body);

async function openAudit(entries: readonly AuditEntryResponse[], address = '/audit') {
  const queries = mockList(path, () => entries);
  const app = await renderApp(address, { role: 'ADMIN' });
  await screen.findByRole('table', { name: 'Audit trail' });
  return { ...app, queries };
}

describe('row', () => {
  test('shows time, actor, action, subject and IP address', async () => {
    const { queries } = await openAudit([auditEntry()]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'When',
      'Who',
      'What',
      'Subject',
      'IP address',
    ]);
    expect(firstRow().getByText(/Nov 3, 2026/)).toBeVisible();
    expect(firstRow().getByRole('button', { name: /^Katja Brandt/ })).toBeVisible();
    expect(firstRow().getByText('Listing taken down')).toBeVisible();
    expect(firstRow().getByText('2001:db8::7')).toBeVisible();
    expect(queries).toEqual(['page=0&sortDirection=DESC']);
    expect(screen.getByText('1 entry')).toBeVisible();
  });

  test('shows an action and an event type that only a newer server knows', async () => {
    const entity = { person: null, listing: null, eventType: 'LISTING_EXPIRED' as never, name: null };
    await openAudit([
      auditEntry({ action: 'LISTING_EXPIRED' as never, entityType: null, entity: null }),
      auditEntry({
        externalId: 'b',
        action: 'ROOM_SWAPPED' as never,
        entityType: 'ROOM' as never,
        entity: null,
      }),
      auditEntry({ externalId: 'c', action: 'EVENT_ACKNOWLEDGED', entityType: 'EVENT', entity }),
    ]);
    expect(firstRow().getByText('Unknown (LISTING_EXPIRED)')).toBeVisible();
    expect(firstRow().getByText('Unknown')).toBeVisible();
    expect(screen.getByText('Unknown (ROOM)')).toBeVisible();
    expect(screen.getByText('Event: Unknown (LISTING_EXPIRED)')).toBeVisible();
  });

  test('links to its subject if that has a page', async () => {
    await openAudit([
      auditEntry(),
      auditEntry({ externalId: 'b', action: 'LISTING_DELETED' }),
      auditEntry({ externalId: 'c', action: 'SETTING_CHANGED', entityType: 'SETTING' }),
      auditEntry({ externalId: 'd', action: 'USER_DELETED', entityType: 'USER' }),
    ]);
    const links = screen
      .getAllByRole('row')
      .map((row) => within(row).queryByRole('link')?.getAttribute('href'));
    expect(links.slice(1)).toEqual([
      '/listing/01900000-0000-7000-8000-000000000100',
      undefined,
      '/settings',
      undefined,
    ]);
  });

  test('shows name, title or file, linked to a list that contains it', async () => {
    const person = { ...auditEntry().actor, firstName: 'Mira', lastName: 'Vogel', email: 'mira@portal.test' };
    const entity = { person: null, listing: null, eventType: null, name: null };
    const room = { externalId: listing().externalId, title: 'Room 7' };
    const about = (
      externalId: string,
      changes: Pick<AuditEntryResponse, 'action' | 'entityType'>,
      named: object,
    ) => auditEntry({ externalId, ...changes, entity: { ...entity, ...named } });
    await openAudit([
      about('a', { action: 'USER_DEACTIVATED', entityType: 'USER' }, { person }),
      about(
        'b',
        { action: 'REGISTRATION_APPROVED', entityType: 'REGISTRATION' },
        {
          person: { ...person, role: 'LANDLORD' },
        },
      ),
      about('c', { action: 'APPLICATION_FORWARDED', entityType: 'APPLICATION' }, { person, listing: room }),
      about('d', { action: 'DOCUMENT_VIEWED', entityType: 'DOCUMENT' }, { person, name: 'proof.pdf' }),
      about(
        'e',
        { action: 'EVENT_ACKNOWLEDGED', entityType: 'EVENT' },
        {
          listing: room,
          eventType: 'LISTING_RENTED',
        },
      ),
      about(
        'f',
        { action: 'LISTING_DELETED', entityType: 'LISTING' },
        {
          listing: { externalId: null, title: 'Gone room' },
        },
      ),
    ]);
    const links = within(screen.getByRole('table'))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(links).toEqual([
      'Mira Vogel /users?keyword=mira%40portal.test',
      'Mira Vogel /registration-requests?tab=landlords&keyword=mira%40portal.test&status=ANY',
      'Mira Vogel · Room 7 /student-applications?adminStatus=ANY&keyword=mira%40portal.test',
      'proof.pdf · Mira Vogel /registration-requests?keyword=mira%40portal.test&status=ANY',
      'Room 7 /events?showAll=true&keyword=Room+7',
    ]);
    expect(screen.getByText('Gone room')).toBeVisible();
    expect(screen.getByText('Event: Rented')).toBeVisible();
  });

  test('shortens the id, names it in full, and copies it', async () => {
    const { user } = await openAudit([auditEntry()]);
    const id = firstRow().getByRole('button', { name: '…00000100: copy ID' });
    expect(id).toHaveAttribute('title', '01900000-0000-7000-8000-000000000100');
    await user.click(id);
    await expectToast(user, 'ID copied.');
    expect(await navigator.clipboard.readText()).toBe('01900000-0000-7000-8000-000000000100');
  });

  test('shows placeholders for an erased user and IP address', async () => {
    await openAudit([auditEntry({ actor: null, address: null, entityId: null })]);
    expect(firstRow().getByText('deleted or system')).toBeVisible();
    expect(firstRow().getByText('not stored')).toBeVisible();
    expect(firstRow().queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('filters', () => {
  test('offer every action of the audit trail', () => {
    const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const written: readonly string[] = components.schemas.AuditAction.enum;
    const offered = actionGroups.flatMap<string>(({ actions }) => actions);
    expect(new Set(offered)).toEqual(new Set(written));
    expect(offered).toHaveLength(written.length);
  });

  test('a keyword is in the URL with other filters, and in the download', async () => {
    const { user, queries } = await openAudit([auditEntry()], '/audit?from=2026-11-01&action=USER_DELETED');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'mira');
    await waitFor(() =>
      expect(queries.at(-1)).toBe(
        'action=USER_DELETED&from=2026-11-01&keyword=mira&page=0&sortDirection=DESC',
      ),
    );
    expect(window.location.search).toBe('?from=2026-11-01&keyword=mira&action=USER_DELETED');
    const sent: string[] = [];
    server.use(
      http.get(`*${path}/export`, ({ request }) => {
        sent.push(new URL(request.url).search);
        return failure(503, 'exception.server.unavailable');
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(sent).toEqual(['?keyword=mira&action=USER_DELETED&from=2026-11-01']));
  });

  test('several actions of several groups', async () => {
    const { user, queries } = await openAudit([auditEntry()]);
    await user.click(screen.getByText('Filter by action'));
    await user.click(screen.getByRole('checkbox', { name: 'Account deleted' }));
    await user.click(screen.getByRole('checkbox', { name: 'Listing deleted' }));
    await waitFor(() =>
      expect(queries.at(-1)).toBe('action=USER_DELETED&action=LISTING_DELETED&page=0&sortDirection=DESC'),
    );
    expect(window.location.search).toBe('?action=USER_DELETED&action=LISTING_DELETED');
    expect(screen.getByText('2 actions selected')).toBeVisible();
  });

  test('the entries of a user, set in a row and removed by the chip', async () => {
    const { user, queries } = await openAudit([auditEntry()], '/audit?page=0&action=USER_DELETED');
    await user.click(screen.getByRole('button', { name: /^Katja Brandt.*only this person/ }));
    await waitFor(() => expect(queries.at(-1)).toContain(`actorId=${katja}`));
    expect(window.location.search).toBe(`?actorId=${katja}&action=USER_DELETED`);
    await user.click(screen.getByRole('button', { name: 'Only by Katja Brandt (remove filter)' }));
    await waitFor(() => expect(window.location.search).toBe('?action=USER_DELETED'));
  });

  test('a range of days', async () => {
    const { queries } = await openAudit([auditEntry()]);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    await waitFor(() => expect(queries.at(-1)).toBe('from=2026-11-01&page=0&sortDirection=DESC'));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-03' } });
    await waitFor(() =>
      expect(queries.at(-1)).toBe('from=2026-11-01&page=0&sortDirection=DESC&to=2026-11-03'),
    );
    expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-03');
    expect(screen.getByLabelText('To')).toHaveAttribute('min', '2026-11-01');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
    await waitFor(() => expect(window.location.search).toBe('?to=2026-11-03'));
  });

  test('an incomplete year sends no request', async () => {
    const { queries } = await openAudit([auditEntry()]);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '0202-11-01' } });
    expect(screen.getByLabelText('From')).toHaveValue('0202-11-01');
    expect(queries).toHaveLength(1);
    expect(window.location.search).toBe('');
  });

  test('the URL restores all filters and ignores invalid values', async () => {
    const { queries } = await openAudit(
      Array.from({ length: 25 }, (_, index) => auditEntry({ externalId: `entry-${index}` })),
      `/audit?actorId=${katja}&from=2026-11-01&to=soon&page=1&sortDirection=ASC&action=USER_DELETED&action=WRONG`,
    );
    expect(queries).toEqual([
      `action=USER_DELETED&actorId=${katja}&from=2026-11-01&page=1&sortDirection=ASC`,
    ]);
    expect(screen.getByRole('button', { name: 'Page 2, current page' })).toBeVisible();
  });

  test('can be reset when there are no results', async () => {
    mockList(path, () => []);
    const { user } = await renderApp(`/audit?actorId=${katja}`, { role: 'ADMIN' });
    expect(await screen.findByText('Nothing found')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Only by …000000a1/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('Nothing has happened yet')).toBeVisible();
    expect(window.location.search).toBe('');
  });
});

test('the page is in the URL; one past the end becomes the last', async () => {
  const many = Array.from({ length: 11 }, (_, index) => auditEntry({ externalId: `entry-${index}` }));
  const { user } = await openAudit(many, '/audit?page=4');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(window.location.search).toBe('?page=1');
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  await waitFor(() => expect(rows()).toHaveLength(10));
});

test('a failure can be retried, by a button that stays while it is busy', async () => {
  server.use(http.get(`*${path}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
  const { user } = await renderApp('/audit', { role: 'ADMIN' });
  expect(await screen.findByText(/^The service cannot be reached/)).toBeVisible();
  const retry = screen.getByRole('button', { name: 'Try again' });
  await expectBusyRetry(user, retry, `*${path}`);
  mockList(path, () => [auditEntry()]);
  await user.click(retry);
  expect(await screen.findByRole('table', { name: 'Audit trail' })).toBeVisible();
});

describe('download', () => {
  let saved: string[];
  beforeEach(() => {
    saved = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });

  test('uses the filters and the token, and adds an audit entry', async () => {
    const sent: string[] = [];
    const { user, queries } = await openAudit(
      [auditEntry()],
      '/audit?from=2026-11-01&action=USER_DELETED&page=0',
    );
    server.use(
      http.get(`*${path}/export`, ({ request }) => {
        sent.push(`${new URL(request.url).search} ${request.headers.get('authorization')}`);
        return new HttpResponse('when,who\n', {
          headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="audit.csv"' },
        });
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['audit.csv']));
    expect(sent).toEqual(['?action=USER_DELETED&from=2026-11-01 Bearer token-of-ADMIN']);
    await waitFor(() => expect(queries).toHaveLength(2));
  });

  test('shows the error of a failure', async () => {
    const { user } = await openAudit([auditEntry()]);
    server.use(http.get(`*${path}/export`, () => failure(503, 'exception.server.unavailable')));
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await expectToast(user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(saved).toEqual([]);
  });
});
