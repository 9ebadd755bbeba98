import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useListSessionsQuery,
} from '../../../api/endpoints';
import { type Failure, isNotFound } from '../../../api/failure';
import type { SessionResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { useFormats } from '../../../i18n/useFormats';
import { BusyButton } from '../../../ui/button/BusyButton';
import { RetryAlert } from '../../../ui/notice/RetryAlert';
import { useFocusAfterDeletion } from '../../../ui/list/useFocusAfterDeletion';
import { Card } from '../../../ui/panel/Card';
import { CardRow, CardRows } from '../../../ui/panel/CardRows';
import { useShowToast } from '../../../ui/toast/toasts';

/** The sessions of the user, of which all but the current one can be ended here. */
export function SessionList() {
  const { t } = useTranslation('session');
  const { currentData, error, isFetching, refetch } = useListSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();
  const showResult = useShowResult();
  const sessions = currentData?.payload ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfterEnd = useFocusAfterDeletion(currentData?.payload, heading);
  const other = sessions.find(({ current }) => !current);
  const handleEndOthers = async (shown: SessionResponse) => {
    const { error } = await endOthers();
    if (!error) focusAfterEnd(shown.externalId);
    showResult(error, t('sessions.othersEnded'));
  };
  return (
    <Card title={t('sessions.heading')} busy={isFetching} headingRef={heading}>
      <Typography color="textSecondary">{t('sessions.text')}</Typography>
      {error && <RetryAlert text={t('sessions.failed')} busy={isFetching} onRetry={() => void refetch()} />}
      <CardRows>
        {sessions.map((session) => (
          <SessionRow
            key={session.externalId}
            session={session}
            onEnded={() => focusAfterEnd(session.externalId)}
          />
        ))}
      </CardRows>
      {other && (
        <BusyButton
          variant="outlined"
          color="inherit"
          loading={isLoading}
          onClick={() => void handleEndOthers(other)}
        >
          {t('sessions.endOthers')}
        </BusyButton>
      )}
    </Card>
  );
}

function SessionRow({ session, onEnded }: { session: SessionResponse; onEnded: () => void }) {
  const { t } = useTranslation('session');
  const { dateTime } = useFormats();
  const [end, { isLoading }] = useEndSessionMutation();
  const showResult = useShowResult();
  const device = session.device ?? t('sessions.unknownDevice');
  const time = dateTime(session.lastUsed);
  const handleEnd = async () => {
    const { error } = await end({ id: session.externalId });
    if (!error || isNotFound(error)) onEnded();
    showResult(error, t('sessions.ended'));
  };
  return (
    <CardRow
      title={device}
      details={[session.address ?? t('sessions.unknownAddress'), t('sessions.lastUsed', { time })]}
      note={session.current ? t('sessions.current') : undefined}
      action={
        !session.current && (
          <BusyButton
            size="small"
            variant="outlined"
            loading={isLoading}
            aria-label={t('sessions.endNamed', { device, time })}
            onClick={() => void handleEnd()}
          >
            {t('sessions.end')}
          </BusyButton>
        )
      }
    />
  );
}

/** A toast, because the row is gone after a success. */
function useShowResult() {
  const showToast = useShowToast();
  const { failureText } = useErrorText();
  return (error: Failure, done: string) =>
    error ? showToast(failureText(error), 'error') : showToast(done, 'success');
}
