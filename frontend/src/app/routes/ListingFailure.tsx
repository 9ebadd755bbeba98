import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import { Button } from '../../ui/Button';
import { NotFoundPage } from '../NotFoundPage';

/** Not found, whatever went wrong; but what may only be out of reach can be tried again. */
export function ListingFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation();
  const { failureText } = useErrorText();
  const isGone = failure !== undefined && 'status' in failure && failure.status === 404;
  if (isGone) return <NotFoundPage />;
  return (
    <NotFoundPage>
      <p role="alert">{failureText(failure)}</p>
      <Button variant="outlined" onClick={onRetry}>
        {t('retry')}
      </Button>
    </NotFoundPage>
  );
}
