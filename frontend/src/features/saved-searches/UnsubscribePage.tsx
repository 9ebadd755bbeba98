import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useUnsubscribeSavedSearchMutation } from '../../api/endpoints';
import { serverError } from '../../api/failure';
import { paths } from '../../app/paths';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { BusyButton } from '../../ui/button/BusyButton';
import { usePageTitle } from '../../ui/brand/brand';
import { focusContent } from '../../ui/layout/focusContent';
import { Notice } from '../../ui/notice/Notice';

/**
 * Ends the mails of one saved search or of all, as the token says, without a login. It asks first,
 * because programs that check links open them too.
 */
export function UnsubscribePage() {
  const { t } = useTranslation('savedSearches');
  usePageTitle(t('unsubscribe.title'));
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [unsubscribe, { isLoading, isSuccess, error }] = useUnsubscribeSavedSearchMutation();
  const submit = async () => {
    await unsubscribe({ token });
    // The button may be gone.
    focusContent();
  };
  return (
    <div aria-live="polite">
      {isSuccess ? (
        <Done />
      ) : token === '' || isRefused(error) ? (
        <InvalidLink />
      ) : (
        <Question failure={error} busy={isLoading} onConfirm={() => void submit()} />
      )}
    </div>
  );
}

/** The portal did not issue the token. */
const isRefused = (failure: Failure): boolean =>
  serverError(failure)?.message === 'exception.saved-search.token-invalid';

type QuestionProps = { failure: Failure; busy: boolean; onConfirm: () => void };

function Question({ failure, busy, onConfirm }: QuestionProps) {
  const { t } = useTranslation('savedSearches');
  const { failureText } = useErrorText();
  return (
    <Notice
      page
      title={t('unsubscribe.heading')}
      text={t('unsubscribe.text')}
      actions={
        <>
          <BusyButton variant="contained" loading={busy} onClick={onConfirm}>
            {t('unsubscribe.submit')}
          </BusyButton>
          {failure && <Alert severity="error">{failureText(failure)}</Alert>}
        </>
      }
    />
  );
}

function Done() {
  const { t } = useTranslation('savedSearches');
  return (
    <Notice
      page
      title={t('unsubscribe.doneHeading')}
      text={t('unsubscribe.doneText')}
      actions={<ToSavedSearches />}
    />
  );
}

function InvalidLink() {
  const { t } = useTranslation('savedSearches');
  return (
    <Notice
      page
      title={t('unsubscribe.invalidHeading')}
      text={t('unsubscribe.invalidText')}
      actions={<ToSavedSearches />}
    />
  );
}

function ToSavedSearches() {
  const { t } = useTranslation('savedSearches');
  return (
    <Button variant="outlined" component={Link} to={paths.savedSearches.href()}>
      {t('toList')}
    </Button>
  );
}
