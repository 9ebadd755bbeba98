import { useTranslation } from 'react-i18next';
import { type Failure, isNotFound } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import { Button } from '../../ui/button/Button';
import { NotFoundPage } from '../NotFoundPage';

/** Shows every failure as not found; only a 404 offers no retry. */
export function ListingFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation();
  const { failureText } = useErrorText();
  if (isNotFound(failure)) return <NotFoundPage />;
  return (
    <NotFoundPage reason={<span role="alert">{failureText(failure)}</span>}>
      <Button variant="outlined" onClick={onRetry}>
        {t('retry')}
      </Button>
    </NotFoundPage>
  );
}
