import {
  useApproveLandlordRegistrationsMutation,
  useApproveStudentRegistrationsMutation,
  useListLandlordRegistrationsQuery,
  useListStudentRegistrationsQuery,
  useReviewLandlordRegistrationMutation,
  useReviewStudentRegistrationMutation,
} from '../../../api/endpoints';
import {
  useExportLandlordRegistrationsMutation,
  useExportStudentRegistrationsMutation,
} from '../../../api/listExports';
import type { ListStudentRegistrationsApiArg } from '../../../api/generated';
import type { ListResult } from '../../../ui/list/ListResults';
import type { ApplicantKind, Registration } from './registrations';

/** The registrations of students or of landlords, with their mutations and download. */
export function useRegistrations(kind: ApplicantKind, args: ListStudentRegistrationsApiArg) {
  const always = { refetchOnMountOrArgChange: true, refetchOnFocus: true };
  const students = useListStudentRegistrationsQuery(args, { ...always, skip: kind !== 'students' });
  const landlords = useListLandlordRegistrationsQuery(args, { ...always, skip: kind !== 'landlords' });
  const [reviewStudent] = useReviewStudentRegistrationMutation();
  const [reviewLandlord] = useReviewLandlordRegistrationMutation();
  const [approveStudents] = useApproveStudentRegistrationsMutation();
  const [approveLandlords] = useApproveLandlordRegistrationsMutation();
  const [exportStudents, studentsExport] = useExportStudentRegistrationsMutation();
  const [exportLandlords, landlordsExport] = useExportLandlordRegistrationsMutation();
  const result: ListResult<Registration> = kind === 'students' ? students : landlords;
  return {
    result,
    review: kind === 'students' ? reviewStudent : reviewLandlord,
    download: () => (kind === 'students' ? exportStudents(args) : exportLandlords(args)),
    isDownloading: (kind === 'students' ? studentsExport : landlordsExport).isLoading,
    approveAll: kind === 'students' ? approveStudents : approveLandlords,
  };
}
