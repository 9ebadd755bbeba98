import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useGetSecondFactorQuery } from '../../../api/endpoints';
import { RetryAlert } from '../../../ui/notice/RetryAlert';
import { Card } from '../../../ui/panel/Card';
import { AppSection } from './app/AppSection';
import { PasskeySection } from './passkeys/PasskeySection';
import { hasSecondFactor, secondFactorHash } from './secondFactor';

/** The second factors of the user, which can be added and removed here. */
export function SecondFactorCard() {
  // Includes the namespace of the code field in the dialog.
  const { t } = useTranslation(['secondFactor', 'session']);
  const { currentData, error, isFetching, refetch } = useGetSecondFactorQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const factor = currentData?.payload;
  const headingRef = useHeadingOfHash();
  return (
    <Card title={t('heading')} busy={isFetching} headingRef={headingRef}>
      <Typography color="textSecondary">{t('text')}</Typography>
      {error && <RetryAlert text={t('failed')} busy={isFetching} onRetry={() => void refetch()} />}
      {factor?.required && !hasSecondFactor(factor) && <Alert severity="warning">{t('required')}</Alert>}
      {factor && (
        <>
          <AppSection factor={factor} />
          <PasskeySection factor={factor} />
        </>
      )}
    </Card>
  );
}

/** The heading that a link with the hash leads to: on phones it is far down the page. */
function useHeadingOfHash() {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== secondFactorHash) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView();
  }, [hash]);
  return heading;
}
