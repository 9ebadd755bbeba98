import { StudentSignUpForm } from '../../features/registrations/sign-up/StudentSignUpForm';
import { SignUpPage } from '../../features/registrations/sign-up/SignUpPage';
import { usePublicSettings } from '../../features/settings/usePublicSettings';

export function StudentSignUpRoute() {
  const { settings, failure } = usePublicSettings();
  const { termsUrl = null, privacyUrl = null } = settings ?? {};
  return (
    <SignUpPage who="student" image={settings?.images['signup.background'] ?? null}>
      <StudentSignUpForm legal={{ termsUrl, privacyUrl, failure }} />
    </SignUpPage>
  );
}
