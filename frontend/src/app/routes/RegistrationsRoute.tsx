import { RegistrationsPage } from '../../features/registrations/review/RegistrationsPage';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';

const SecondFactorNotice = lazyPart(
  () =>
    import('../../features/session/second-factor/SecondFactorNotice').then(
      (module) => module.SecondFactorNotice,
    ),
  optional,
);

export function RegistrationsRoute() {
  return <RegistrationsPage notice={<SecondFactorNotice />} />;
}
