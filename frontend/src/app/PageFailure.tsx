import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isSending } from '../api/baseQuery';
import { usePageTitle } from '../ui/brand';
import { Button } from '../ui/Button';
import type { PartFailureProps } from '../ui/lazy/lazyPart';
import { PartError } from '../ui/lazy/loadPart';
import { reloadFor } from '../ui/lazy/newBuild';
import { usePartFailure } from '../ui/lazy/PartFailure';
import { Notice } from '../ui/Notice';

/** Stands where the code of a page did not arrive. Any other failure is one of the app, for `ErrorScreen`. */
export function PageFailure(props: PartFailureProps) {
  if (!(props.error instanceof PartError)) throw props.error;
  return <MissingPage {...props} error={props.error} />;
}

function MissingPage({ error, retry }: PartFailureProps & { error: PartError }) {
  const { t } = useTranslation();
  const { text, actionLabel, action, newBuild } = usePartFailure(error, retry);
  // A new build: the page left is left already, and the address is the next page's.
  useEffect(() => {
    if (newBuild !== undefined && !isSending()) reloadFor(newBuild);
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
