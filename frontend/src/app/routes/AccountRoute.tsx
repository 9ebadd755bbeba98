import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { useForgetSession } from '../../features/session/useForgetSession';
import { AccountPage } from '../../features/users/AccountPage';
import { useShowToast } from '../../ui/toasts';
import { paths } from '../paths';

export function AccountRoute() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const forget = useForgetSession();
  const { t } = useTranslation('account');
  const showToast = useShowToast();
  // Only for an instant, while somebody logs out.
  if (!user) return null;
  return (
    <AccountPage
      user={user}
      onDeleted={() => {
        // Before the session goes, or the guard of the page would send its visitor to the log-in.
        void navigate(paths.home.href());
        forget();
        showToast(t('delete.done'), 'success');
      }}
    />
  );
}
