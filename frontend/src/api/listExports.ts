import { api } from './endpoints';
import type {
  ListApplicationsApiArg,
  ListEventsApiArg,
  ListLandlordRegistrationsApiArg,
  ListStudentRegistrationsApiArg,
  ListUsersApiArg,
} from './generated';
import { saveFile } from './files/saveFile';

type PageParams = { page?: number; pageSize?: number };

/**
 * The list at `url` as CSV, with the rows of all pages. A mutation: a download happens once, and is
 * recorded in the audit trail.
 */
const csvExport = (url: string) => ({
  query: ({ page: _page, pageSize: _pageSize, ...params }: PageParams) => ({
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
    exportUsers: build.mutation<unknown, ListUsersApiArg>(csvExport('/api/v1/users')),
    exportStudentRegistrations: build.mutation<unknown, ListStudentRegistrationsApiArg>(
      csvExport('/api/v1/users/students/registrations'),
    ),
    exportLandlordRegistrations: build.mutation<unknown, ListLandlordRegistrationsApiArg>(
      csvExport('/api/v1/users/landlords/registrations'),
    ),
    exportApplications: build.mutation<unknown, ListApplicationsApiArg>(csvExport('/api/v1/applications')),
    exportEvents: build.mutation<unknown, ListEventsApiArg>(csvExport('/api/v1/events')),
  }),
});
