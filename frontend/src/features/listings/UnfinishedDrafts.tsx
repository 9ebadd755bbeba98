import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { useFormats } from '../../i18n/useFormats';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { forgetPictures } from './pictures/openPictureStore';
import styles from './UnfinishedDrafts.module.css';
import { draftIdOf, listDrafts, type NamedDraft, removeDraft, tidyDrafts } from './wizard/draft';
import { claimedDrafts } from './wizard/draftLock';
import { chooseNewDraft } from './wizard/tabDraft';

type UnfinishedDraftsProps = {
  userId: string;
  /** The draft that had the focus is gone. */
  onDiscarded: () => void;
};

/** What the user entered on this device and has not saved, to go on with or to discard. */
export function UnfinishedDrafts({ userId, onDiscarded }: UnfinishedDraftsProps) {
  const { t } = useTranslation('myListings');
  const navigate = useNavigate();
  const { drafts, claimed, reread } = useDrafts(userId);
  const [asked, setAsked] = useState<NamedDraft>();
  const [discarded, setDiscarded] = useState<string>();
  const onGone = useEffectEvent(onDiscarded);
  // After the dialog has tried to give the focus back to a button that is gone.
  useEffect(() => {
    if (discarded !== undefined) onGone();
  }, [discarded]);
  if (drafts.length === 0) return null;

  const goOn = ({ name, step }: NamedDraft) => {
    chooseNewDraft(userId, name);
    const isNew = draftIdOf(name) !== undefined;
    const pathname = isNew ? paths.addListing.href() : paths.manageListing.href(name);
    void navigate({ pathname, search: `?step=${step}` }, { state: { continued: true } });
  };
  const discard = ({ name }: NamedDraft) => {
    removeDraft(userId, name);
    void forgetPictures(userId, name);
    setAsked(undefined);
    reread();
    setDiscarded(name);
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
            elsewhere={claimed.has(draft.name)}
            onContinue={() => goOn(draft)}
            onDiscard={() => setAsked(draft)}
          />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('drafts.discardTitle')}
          confirmLabel={t('drafts.discard')}
          destructive
          onConfirm={() => discard(asked)}
          onClose={() => setAsked(undefined)}
        >
          {t('drafts.discardText')}
        </ConfirmDialog>
      )}
    </section>
  );
}

type UnfinishedDraftProps = {
  draft: NamedDraft;
  /** Another tab has it open, and keeps it. */
  elsewhere: boolean;
  onContinue: () => void;
  onDiscard: () => void;
};

function UnfinishedDraft({ draft, elsewhere, onContinue, onDiscard }: UnfinishedDraftProps) {
  const { t } = useTranslation('myListings');
  const { dateTime } = useFormats();
  const title = draft.values.title.trim() || t('drafts.untitled');
  const changed = dateTime(new Date(draft.changed).toISOString());
  return (
    <li className={styles.draft}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.changed}>
          {t(draftIdOf(draft.name) === undefined ? 'drafts.changes' : 'drafts.new', { changed })}
        </p>
      </div>
      {elsewhere ? (
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

const read = (userId: string): readonly NamedDraft[] => {
  tidyDrafts(userId, Date.now());
  return listDrafts(userId);
};

/** Read again when another tab has written one, and when the user comes back from there. */
function useDrafts(userId: string) {
  const [drafts, setDrafts] = useState(() => read(userId));
  const [claimed, setClaimed] = useState<ReadonlySet<string>>(new Set());
  const refresh = useEffectEvent(() => {
    setDrafts(read(userId));
    void claimedDrafts().then(setClaimed);
  });
  useEffect(() => {
    const listen = () => refresh();
    listen();
    window.addEventListener('storage', listen);
    window.addEventListener('focus', listen);
    return () => {
      window.removeEventListener('storage', listen);
      window.removeEventListener('focus', listen);
    };
  }, []);
  return { drafts, claimed, reread: () => setDrafts(read(userId)) };
}
