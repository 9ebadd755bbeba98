import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { useFormats } from '../../../i18n/useFormats';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { removeLocalImages } from '../../listing-images/openLocalImageStore';
import styles from './UnfinishedDrafts.module.css';
import { draftIdOf, listDrafts, type NamedDraft, removeDraft, pruneDrafts } from './draftStorage';
import { findLockedDrafts, lockDraft } from './draftLock';
import { selectNewDraft } from './tabDraft';

type UnfinishedDraftsProps = {
  userId: string;
  /** Called after a draft is discarded, to move the focus. */
  onDiscarded: () => void;
};

/** The user's drafts on this device, to continue or to discard. */
export function UnfinishedDrafts({ userId, onDiscarded }: UnfinishedDraftsProps) {
  const { t } = useTranslation('myListings');
  const navigate = useNavigate();
  const { drafts, locked, reload } = useDrafts(userId);
  const [draftToDiscard, setDraftToDiscard] = useState<NamedDraft>();
  const [discardedName, setDiscardedName] = useState<string>();
  const handleDiscarded = useEffectEvent(onDiscarded);
  // After the dialog has tried to restore the focus to the removed button.
  useEffect(() => {
    if (discardedName !== undefined) handleDiscarded();
  }, [discardedName]);
  if (drafts.length === 0) return null;

  const resume = ({ name, step }: NamedDraft) => {
    selectNewDraft(userId, name);
    const isNew = draftIdOf(name) !== undefined;
    const pathname = isNew ? paths.addListing.href() : paths.manageListing.href(name);
    void navigate({ pathname, search: `?step=${step}` }, { state: { continued: true } });
  };
  const discard = async ({ name }: NamedDraft) => {
    // Another tab may have opened it since the list was read.
    const release = await lockDraft(name);
    if (release) removeDraft(userId, name);
    setDraftToDiscard(undefined);
    reload();
    if (!release) return;
    setDiscardedName(name);
    await removeLocalImages(userId, name).finally(release);
  };

  return (
    <section className={styles.drafts} aria-labelledby="unfinished">
      <h2 id="unfinished" className={styles.heading}>
        {t('drafts.title')}
      </h2>
      <ul className={styles.list}>
        {drafts.map((draft) => (
          <UnfinishedDraft
            key={draft.name}
            draft={draft}
            isOpenElsewhere={locked.has(draft.name)}
            onContinue={() => resume(draft)}
            onDiscard={() => setDraftToDiscard(draft)}
          />
        ))}
      </ul>
      {draftToDiscard && (
        <ConfirmDialog
          title={t('drafts.discardTitle')}
          confirmLabel={t('drafts.discard')}
          destructive
          onConfirm={() => void discard(draftToDiscard)}
          onClose={() => setDraftToDiscard(undefined)}
        >
          {t('drafts.discardText')}
        </ConfirmDialog>
      )}
    </section>
  );
}

type UnfinishedDraftProps = {
  draft: NamedDraft;
  /** Another tab has locked it. */
  isOpenElsewhere: boolean;
  onContinue: () => void;
  onDiscard: () => void;
};

function UnfinishedDraft({ draft, isOpenElsewhere, onContinue, onDiscard }: UnfinishedDraftProps) {
  const { t } = useTranslation('myListings');
  const { dateTime } = useFormats();
  const title = draft.values.title.trim() || t('drafts.untitled');
  const changed = dateTime(new Date(draft.changed).toISOString());
  return (
    <li className={styles.draft}>
      <div className={styles.description}>
        <p className={styles.title}>{title}</p>
        <p className={styles.changed}>
          {t(draftIdOf(draft.name) === undefined ? 'drafts.changes' : 'drafts.new', { changed })}
        </p>
      </div>
      {isOpenElsewhere ? (
        <p className={styles.changed}>{t('drafts.elsewhere')}</p>
      ) : (
        <div className={styles.buttons}>
          <Button
            size="small"
            color="inherit"
            aria-haspopup="dialog"
            aria-label={t('drafts.discardNamed', { title })}
            onClick={onDiscard}
          >
            {t('drafts.discard')}
          </Button>
          <Button
            size="small"
            variant="contained"
            aria-label={t('drafts.continueNamed', { title })}
            onClick={onContinue}
          >
            {t('drafts.continue')}
          </Button>
        </div>
      )}
    </li>
  );
}

const loadDrafts = (userId: string): readonly NamedDraft[] => {
  pruneDrafts(userId, Date.now());
  return listDrafts(userId);
};

/** Reloads when another tab writes a draft, and when this tab gets the focus. */
function useDrafts(userId: string) {
  const [drafts, setDrafts] = useState(() => loadDrafts(userId));
  const [locked, setLocked] = useState<ReadonlySet<string>>(new Set());
  const reload = () => {
    setDrafts(loadDrafts(userId));
    void findLockedDrafts().then(setLocked);
  };
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    const listener = () => refresh();
    listener();
    window.addEventListener('storage', listener);
    window.addEventListener('focus', listener);
    return () => {
      window.removeEventListener('storage', listener);
      window.removeEventListener('focus', listener);
    };
  }, []);
  return { drafts, locked, reload };
}
