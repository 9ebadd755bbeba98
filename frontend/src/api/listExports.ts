import { api } from './endpoints';
import type {
  ListApplicationsApiArg,
  ListEventsApiArg,
  ListLandlordRegistrationsApiArg,
  ListStudentRegistrationsApiArg,
  ListUsersApiArg,
} from './generated';
import { saveFile } from './saveFile';

type Asked = { page?: number; pageSize?: number };

/**
 * The list at `url` as a CSV file: asked for another kind of answer, which has the
 * rows of all pages. A mutation, because a download is done once and is recorded
 * in the audit trail.
 */
const exportOf = (url: string) => ({
  query: ({ page: _page, pageSize: _pageSize, ...params }: Asked) => ({
    url,
    params,
    headers: { accept: 'text/csv' },
    responseHandler: saveFile,
  }),
  invalidatesTags: ['audit' as const],
});

export const {
  useExportUsersMutation,
  useExportStudentRegistrationsMutation,
  useExportLandlordRegistrationsMutation,
  useExportApplicationsMutation,
  useExportEventsMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    exportUsers: build.mutation<unknown, ListUsersApiArg>(exportOf('/api/v1/users')),
    exportStudentRegistrations: build.mutation<unknown, ListStudentRegistrationsApiArg>(
      exportOf('/api/v1/users/students/registrations'),
    ),
    exportLandlordRegistrations: build.mutation<unknown, ListLandlordRegistrationsApiArg>(
      exportOf('/api/v1/users/landlords/registrations'),
    ),
    exportApplications: build.mutation<unknown, ListApplicationsApiArg>(exportOf('/api/v1/applications')),
    exportEvents: build.mutation<unknown, ListEventsApiArg>(exportOf('/api/v1/events')),
  }),
});
