import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPendingMutations } from '../api/baseQuery';
import { usePageTitle } from '../ui/brand/brand';
import { Button } from '../ui/button/Button';
import type { PartFailureProps } from '../ui/lazy/lazyPart';
import { PartError } from '../ui/lazy/loadPart';
import { reloadFor } from '../ui/lazy/newBuild';
import { usePartFailure } from '../ui/lazy/PartFailure';
import { Notice } from '../ui/notice/Notice';

/** Replaces a page whose code failed to load. Other errors are for `ErrorScreen`. */
export function PageFailure(props: PartFailureProps) {
  if (!(props.error instanceof PartError)) throw props.error;
  return <MissingPage {...props} error={props.error} />;
}

function MissingPage({ error, retry }: PartFailureProps & { error: PartError }) {
  const { t } = useTranslation();
  const { text, actionLabel, action, newBuild } = usePartFailure(error, retry);
  // The previous page is left already, and the address is that of this page: reload is safe.
  useEffect(() => {
    if (newBuild !== undefined && !hasPendingMutations()) reloadFor(newBuild);
  }, [newBuild]);
  const title = t(error.timedOut ? 'crash.title' : 'page.failed');
  usePageTitle(title);
  return (
    <Notice
      alert
      page
      title={title}
      text={error.timedOut ? t('crash.chunkTimeout') : text}
      actions={
        <Button variant="contained" onClick={action}>
          {actionLabel}
        </Button>
      }
    />
  );
}
