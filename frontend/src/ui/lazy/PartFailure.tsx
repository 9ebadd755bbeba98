import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button';
import { Notice } from '../notice/Notice';
import { FailureBar } from './FailureBar';
import type { PartFailureProps } from './lazyPart';
import { PartError } from './loadPart';
import { findNewBuild } from './newBuild';

/** Why a part failed to load, and what the reader can do. */
export function usePartFailure(error: unknown, retry: () => void) {
  const { t } = useTranslation();
  const [newBuild, setNewBuild] = useState<string>();
  useEffect(() => {
    const check = async () => setNewBuild(await findNewBuild());
    void check();
  }, []);
  const isOutdated = newBuild !== undefined;
  const reloads = isOutdated || !(error instanceof PartError) || error.isFinal;
  return {
    title: t(isOutdated ? 'part.outdated' : 'part.failed'),
    text: t(isOutdated ? 'part.outdatedText' : navigator.onLine ? 'part.failedText' : 'part.offlineText'),
    actionLabel: t(reloads ? 'crash.reload' : 'retry'),
    newBuild,
    action: reloads ? () => location.reload() : retry,
  };
}

/** For a dialog or a menu: the page below it stays usable. */
function OverlayFailure({ error, retry, onClose }: PartFailureProps) {
  const { title, text, actionLabel, action } = usePartFailure(error, retry);
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <FailureBar
      title={title}
      text={text}
      actionLabel={actionLabel}
      onAction={action}
      onClose={() => (onClose ? onClose() : setClosed(true))}
    />
  );
}

/** For a section of a page. */
function BlockFailure({ error, retry }: PartFailureProps) {
  const { title, text, actionLabel, action } = usePartFailure(error, retry);
  return (
    <Notice
      alert
      title={title}
      text={text}
      actions={
        <Button variant="outlined" onClick={action}>
          {actionLabel}
        </Button>
      }
    />
  );
}

/** For `lazyPart`: parts that open over a page. A bar offers to try again. */
export const overlay = { Failure: OverlayFailure };

/** For `lazyPart`: sections that a page needs. */
export const block = { Failure: BlockFailure };

/** For `lazyPart`: helpful parts. The page works without them. */
export const optional = { Failure: () => null };
