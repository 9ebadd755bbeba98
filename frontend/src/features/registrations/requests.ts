import type {
  DocumentResponse,
  LandlordRegistrationResponse,
  StudentRegistrationResponse,
  UserResponse,
} from '../../api/generated';

/** Whose requests to join are shown. */
export const applicantKinds = ['students', 'landlords'] as const;
export type ApplicantKind = (typeof applicantKinds)[number];

/** A request to join, as an administrator sees it. */
export type RegistrationRequest = LandlordRegistrationResponse | StudentRegistrationResponse;

export const applicantOf = (request: RegistrationRequest): UserResponse =>
  'student' in request ? request.student : request.landlord;

/** Students prove that they study; the file is kept no longer than it is needed. */
export const proofOf = (request: RegistrationRequest): DocumentResponse | null =>
  'student' in request ? request.proofOfStudyDocument : null;
