import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntryResponse } from '../api/generated';
import { actionGroups } from '../features/audit/actions';
import { listing } from '../testing/fixtures';
import { failure } from '../testing/handlers';
import { auditEntry } from '../testing/place';
import { playList } from '../testing/playList';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const path = '/api/v1/audit';
const katja = '01900000-0000-7000-8000-0000000000a1';
const rows = () => screen.getAllByRole('row').slice(1);
const firstRow = () => within(rows()[0] ?? document.body);

async function openAudit(entries: readonly AuditEntryResponse[], address = '/audit') {
  const asked = playList(path, () => entries);
  const app = await renderApp(address, { role: 'ADMIN' });
  await screen.findByRole('table', { name: 'Audit trail' });
  return { ...app, asked };
}

describe('a row', () => {
  test('tells when, who, what, on what and from where', async () => {
    const { asked } = await openAudit([auditEntry()]);
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
    expect(asked).toEqual(['page=0&sortDirection=DESC']);
    expect(screen.getByText('1 entry')).toBeVisible();
  });

  test('leads to what it is about, where that has a page', async () => {
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

  test('names the person, the title or the file, which leads to where it is found', async () => {
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

  test('shortens the id, says it in full, and copies it', async () => {
    const { user } = await openAudit([auditEntry()]);
    const id = firstRow().getByRole('button', { name: '…00000100: copy ID' });
    expect(id).toHaveAttribute('title', '01900000-0000-7000-8000-000000000100');
    await user.click(id);
    await readToast(user, 'ID copied.');
    expect(await navigator.clipboard.readText()).toBe('01900000-0000-7000-8000-000000000100');
  });

  test('of somebody who is gone, whose address was erased, says so', async () => {
    await openAudit([auditEntry({ actor: null, address: null, entityId: null })]);
    expect(firstRow().getByText('deleted or system')).toBeVisible();
    expect(firstRow().getByText('not stored')).toBeVisible();
    expect(firstRow().queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the filters', () => {
  test('offer every action that is written down', () => {
    const { components } = JSON.parse(readFileSync('openapi.json', 'utf8'));
    const written: readonly string[] = components.schemas.AuditAction.enum;
    const offered = actionGroups.flatMap<string>(({ actions }) => actions);
    expect(new Set(offered)).toEqual(new Set(written));
    expect(offered).toHaveLength(written.length);
  });

  test('a keyword is searched for, stays with the other filters, and goes into the download', async () => {
    const { user, asked } = await openAudit([auditEntry()], '/audit?from=2026-11-01&action=USER_DELETED');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'mira');
    await waitFor(() =>
      expect(asked.at(-1)).toBe('action=USER_DELETED&from=2026-11-01&keyword=mira&page=0&sortDirection=DESC'),
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

  test('several actions at once, of several kinds', async () => {
    const { user, asked } = await openAudit([auditEntry()]);
    await user.click(screen.getByText('Filter by action'));
    await user.click(screen.getByRole('checkbox', { name: 'Account deleted' }));
    await user.click(screen.getByRole('checkbox', { name: 'Listing deleted' }));
    await waitFor(() =>
      expect(asked.at(-1)).toBe('action=USER_DELETED&action=LISTING_DELETED&page=0&sortDirection=DESC'),
    );
    expect(window.location.search).toBe('?action=USER_DELETED&action=LISTING_DELETED');
    expect(screen.getByText('2 actions selected')).toBeVisible();
  });

  test("a person's entries, chosen in a row and given up by the chip", async () => {
    const { user, asked } = await openAudit([auditEntry()], '/audit?page=0&action=USER_DELETED');
    await user.click(screen.getByRole('button', { name: /^Katja Brandt.*only this person/ }));
    await waitFor(() => expect(asked.at(-1)).toContain(`actorId=${katja}`));
    expect(window.location.search).toBe(`?actorId=${katja}&action=USER_DELETED`);
    await user.click(screen.getByRole('button', { name: 'Only by Katja Brandt (remove filter)' }));
    await waitFor(() => expect(window.location.search).toBe('?action=USER_DELETED'));
  });

  test('a span of days', async () => {
    const { asked } = await openAudit([auditEntry()]);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    await waitFor(() => expect(asked.at(-1)).toBe('from=2026-11-01&page=0&sortDirection=DESC'));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-03' } });
    await waitFor(() => expect(asked.at(-1)).toBe('from=2026-11-01&page=0&sortDirection=DESC&to=2026-11-03'));
    expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-03');
    expect(screen.getByLabelText('To')).toHaveAttribute('min', '2026-11-01');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
    await waitFor(() => expect(window.location.search).toBe('?to=2026-11-03'));
  });

  test('a year that is being typed asks for nothing', async () => {
    const { asked } = await openAudit([auditEntry()]);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '0202-11-01' } });
    expect(screen.getByLabelText('From')).toHaveValue('0202-11-01');
    expect(asked).toHaveLength(1);
    expect(window.location.search).toBe('');
  });

  test('an address with everything in it is understood, and nonsense in it is not', async () => {
    const { asked } = await openAudit(
      Array.from({ length: 25 }, (_, index) => auditEntry({ externalId: `entry-${index}` })),
      `/audit?actorId=${katja}&from=2026-11-01&to=soon&page=1&sortDirection=ASC&action=USER_DELETED&action=WRONG`,
    );
    expect(asked).toEqual([`action=USER_DELETED&actorId=${katja}&from=2026-11-01&page=1&sortDirection=ASC`]);
    expect(screen.getByRole('button', { name: 'Page 2, current page' })).toBeVisible();
  });

  test('that leave nothing can be taken away', async () => {
    playList(path, () => []);
    const { user } = await renderApp(`/audit?actorId=${katja}`, { role: 'ADMIN' });
    expect(await screen.findByText('Nothing found')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Only by …000000a1/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('Nothing has happened yet')).toBeVisible();
    expect(window.location.search).toBe('');
  });
});

test('pages are in the address, and one past the end becomes the last', async () => {
  const many = Array.from({ length: 11 }, (_, index) => auditEntry({ externalId: `entry-${index}` }));
  const { user } = await openAudit(many, '/audit?page=4');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(window.location.search).toBe('?page=1');
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  await waitFor(() => expect(rows()).toHaveLength(10));
});

test('that it cannot be read is said, and can be tried again', async () => {
  server.use(http.get(`*${path}`, () => failure(503, 'exception.server.unavailable'), { once: true }));
  const { user } = await renderApp('/audit', { role: 'ADMIN' });
  expect(await screen.findByText(/^The service cannot be reached/)).toBeVisible();
  playList(path, () => [auditEntry()]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Audit trail' })).toBeVisible();
});

describe('the download', () => {
  let saved: string[];
  beforeEach(() => {
    saved = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
  });

  test('is what the filters leave, fetched with the token, and is written down itself', async () => {
    const sent: string[] = [];
    const { user, asked } = await openAudit(
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
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  test('that fails says why', async () => {
    const { user } = await openAudit([auditEntry()]);
    server.use(http.get(`*${path}/export`, () => failure(503, 'exception.server.unavailable')));
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
    await readToast(user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(saved).toEqual([]);
  });
});
