import type { AuditAction, AuditEntityType } from '../../api/generated';

/** Audit actions by entity. */
export const actionGroups = [
  {
    about: 'APPLICATION',
    actions: [
      'APPLICATION_FORWARDED',
      'APPLICATION_DECLINED',
      'APPLICATION_APPROVED',
      'APPLICATION_REJECTED',
      'APPLICATION_WITHDRAWN',
    ],
  },
  { about: 'REGISTRATION', actions: ['REGISTRATION_APPROVED', 'REGISTRATION_REJECTED'] },
  {
    about: 'USER',
    actions: [
      'ADMINISTRATOR_INVITED',
      'ADMINISTRATOR_CREATED',
      'ADMINISTRATOR_LOGGED_IN',
      'ACTIVATION_RESENT',
      'USER_ACTIVATED',
      'USER_DEACTIVATED',
      'USER_DELETED',
      'PROFILE_CHANGED',
      'PASSWORD_CHANGED',
      'SECOND_FACTOR_ADDED',
      'SECOND_FACTOR_DELETED',
      'SECOND_FACTOR_REMOVED',
      'DONATION_REQUESTED',
    ],
  },
  {
    about: 'LISTING',
    actions: [
      'LISTING_CREATED',
      'LISTING_CHANGED',
      'LISTING_STATUS_CHANGED',
      'LISTING_IMAGES_CHANGED',
      'LISTING_DELETED',
      'LISTING_TAKEN_DOWN',
    ],
  },
  {
    about: 'PORTAL',
    actions: [
      'EVENT_ACKNOWLEDGED',
      'EVENT_DISMISSED',
      'EVENTS_ACKNOWLEDGED',
      'SETTING_CHANGED',
      'DOCUMENT_DOWNLOADED',
      'DOCUMENT_VIEWED',
      'DATA_EXPORTED',
      'AUDIT_EXPORTED',
      'REGISTRATIONS_EXPORTED',
      'USERS_EXPORTED',
      'APPLICATIONS_EXPORTED',
      'EVENTS_EXPORTED',
      'MAILS_RETRIED',
      'MAILS_DROPPED',
    ],
  },
] as const satisfies readonly { about: AuditEntityType | 'PORTAL'; actions: readonly AuditAction[] }[];
