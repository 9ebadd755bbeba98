import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SessionList } from '../../../features/session/list/SessionList';
import { useCurrentUser } from '../../../features/session/useCurrentUser';
import { useClearSession } from '../../../features/session/useClearSession';
import { AccountPage } from '../../../features/users/account/AccountPage';
import { useShowToast } from '../../../ui/toast/toasts';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';
import { paths } from '../../paths';

// Lazy, because few visits of the page are about it.
const SecondFactorCard = lazyPart(
  () =>
    import('../../../features/session/second-factor/SecondFactorCard').then(
      (module) => module.SecondFactorCard,
    ),
  block,
);

export function AccountRoute() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const clearSession = useClearSession();
  const { t } = useTranslation('account');
  const showToast = useShowToast();
  // Only for a moment, during a logout.
  if (!user) return null;
  return (
    <AccountPage
      user={user}
      secondFactor={<SecondFactorCard />}
      sessions={<SessionList />}
      onDeleted={() => {
        // Before the session is cleared, or the guard of the page would redirect to the login.
        void navigate(paths.home.href());
        clearSession();
        showToast(t('delete.done'), 'success');
      }}
    />
  );
}
