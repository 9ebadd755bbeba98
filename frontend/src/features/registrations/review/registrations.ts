import type {
  DocumentResponse,
  LandlordRegistrationResponse,
  StudentRegistrationResponse,
  UserResponse,
} from '../../../api/generated';

/** Whose registrations are listed. */
export const applicantKinds = ['students', 'landlords'] as const;
export type ApplicantKind = (typeof applicantKinds)[number];

/** A registration as an administrator sees it. */
export type Registration = LandlordRegistrationResponse | StudentRegistrationResponse;

export const applicantOf = (registration: Registration): UserResponse =>
  'student' in registration ? registration.student : registration.landlord;

/** Only students have a document; it is deleted after its retention period. */
export const documentOf = (registration: Registration): DocumentResponse | null =>
  'student' in registration ? registration.proofOfStudyDocument : null;
