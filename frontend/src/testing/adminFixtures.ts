import type { AuditEntryResponse, EventResponse, SettingResponse } from '../api/generated';
import type { EventListing, EventUser } from '../features/events/eventEntities';
import { landlord, listing, student } from './fixtures';

const instant = '2026-11-03T09:30:00.000000Z';

export const eventListing: EventListing = {
  externalId: listing().externalId,
  title: listing().title,
  landlord: { externalId: landlord.externalId, firstName: 'Aylin', lastName: 'Demir' },
  landlordActive: true,
  takenDown: false,
  lastModified: instant,
};

export const eventPerson: EventUser = {
  externalId: student.externalId,
  firstName: 'Sena',
  lastName: 'Aydın',
  email: 'student@portal.test',
  role: 'STUDENT',
};

export const event = (changes: Partial<EventResponse> = {}): EventResponse => ({
  externalId: '01900000-0000-7000-8000-000000000500',
  type: 'LISTING_RENTED',
  acknowledged: false,
  dateCreated: instant,
  entity: eventListing,
  deletedListing: null,
  report: null,
  reasons: null,
  ...changes,
});

export const auditEntry = (changes: Partial<AuditEntryResponse> = {}): AuditEntryResponse => ({
  externalId: '01900000-0000-7000-8000-000000000600',
  dateCreated: instant,
  actor: {
    externalId: '01900000-0000-7000-8000-0000000000a1',
    firstName: 'Katja',
    lastName: 'Brandt',
    email: 'katja@portal.test',
    role: 'ADMIN',
  },
  action: 'LISTING_TAKEN_DOWN',
  entityType: 'LISTING',
  entityId: listing().externalId,
  entity: {
    person: null,
    listing: { externalId: listing().externalId, title: listing().title },
    eventType: null,
    name: null,
  },
  address: '2001:db8::7',
  ...changes,
});

export const setting = (changes: Partial<SettingResponse> = {}): SettingResponse => ({
  externalId: '01900000-0000-7000-8000-000000000700',
  key: 'about.picture',
  type: 'IMAGE',
  value: null,
  dateCreated: instant,
  lastModified: instant,
  ...changes,
});
