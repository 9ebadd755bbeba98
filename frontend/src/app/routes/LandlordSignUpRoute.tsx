import { LandlordSignUpForm } from '../../features/registrations/sign-up/LandlordSignUpForm';
import { SignUpPage } from '../../features/registrations/sign-up/SignUpPage';
import { usePublicSettings } from '../../features/settings/usePublicSettings';

export function LandlordSignUpRoute() {
  const { settings, failure } = usePublicSettings();
  const { termsUrl = null, privacyUrl = null } = settings ?? {};
  return (
    <SignUpPage who="landlord" image={settings?.images['signup.background'] ?? null}>
      <LandlordSignUpForm legal={{ termsUrl, privacyUrl, failure }} />
    </SignUpPage>
  );
}
