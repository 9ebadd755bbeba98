import {
  useListLandlordRegistrationsQuery,
  useListStudentRegistrationsQuery,
  useReviewLandlordRegistrationMutation,
  useReviewStudentRegistrationMutation,
} from '../../api/endpoints';
import type { ListStudentRegistrationsApiArg } from '../../api/generated';
import type { ListResult } from '../../ui/list/ListResults';
import type { ApplicantKind, RegistrationRequest } from './requests';

/** The requests of students or of landlords, and how a decision about one of them is sent. */
export function useRegistrationRequests(kind: ApplicantKind, args: ListStudentRegistrationsApiArg) {
  const always = { refetchOnMountOrArgChange: true };
  const students = useListStudentRegistrationsQuery(args, { ...always, skip: kind !== 'students' });
  const landlords = useListLandlordRegistrationsQuery(args, { ...always, skip: kind !== 'landlords' });
  const [reviewStudent] = useReviewStudentRegistrationMutation();
  const [reviewLandlord] = useReviewLandlordRegistrationMutation();
  const result: ListResult<RegistrationRequest> = kind === 'students' ? students : landlords;
  return { result, review: kind === 'students' ? reviewStudent : reviewLandlord };
}
