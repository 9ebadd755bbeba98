import { useGetSecondFactorQuery } from '../../api/endpoints';
import { RegistrationsPage } from '../../features/registrations/review/RegistrationsPage';
import { SecondFactorNotice } from '../../features/session/second-factor/SecondFactorNotice';
import { PageLoading } from '../PageLoading';

export function RegistrationsRoute() {
  // Before the page, or the notice would move the list when it arrives.
  const { isLoading } = useGetSecondFactorQuery();
  if (isLoading) return <PageLoading />;
  return <RegistrationsPage notice={<SecondFactorNotice />} />;
}
