import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useGetProfileQuery } from '../../../api/initialEndpoints';
import { SessionList } from '../../../features/session/list/SessionList';
import { useCurrentUser } from '../../../features/session/useCurrentUser';
import { useClearSession } from '../../../features/session/useClearSession';
import { AccountPage } from '../../../features/users/account/AccountPage';
import { useErrorText } from '../../../i18n/useErrorText';
import { Button } from '../../../ui/button/Button';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';
import { Notice } from '../../../ui/notice/Notice';
import { useShowToast } from '../../../ui/toast/toasts';
import { PageLoading } from '../../PageLoading';
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
  const { failureText } = useErrorText();
  const { isFresh, failure, retry } = useFreshProfile();
  // Only for a moment, during a logout.
  if (!user) return null;
  if (failure) {
    return (
      <Notice
        page
        alert
        title={failureText(failure)}
        actions={
          <Button variant="contained" onClick={retry}>
            {t('retry', { ns: 'shell' })}
          </Button>
        }
      />
    );
  }
  if (!isFresh) return <PageLoading />;
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

/** Reads the profile again when the page opens: the form sends all values back. */
function useFreshProfile() {
  const [openedAt] = useState(() => Date.now());
  const { error, isFetching, fulfilledTimeStamp, refetch } = useGetProfileQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  // Not `isFetching`, which is false before the request and true again after each save.
  const isFresh = fulfilledTimeStamp !== undefined && fulfilledTimeStamp >= openedAt;
  return { isFresh, failure: isFresh || isFetching ? undefined : error, retry: () => void refetch() };
}
