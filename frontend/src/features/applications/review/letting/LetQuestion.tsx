import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../../ui/button/BusyButton';
import styles from './LetQuestion.module.css';
import { isOffline, type LetListing, type Letting } from './useLetting';

type LetQuestionProps = {
  listing: LetListing;
  letting: Letting;
  /** Called when the landlord does something about the listing. */
  onProceed?: () => void;
};

const texts = {
  open: 'let.question',
  let: 'let.isLet',
  offline: 'let.isOffline',
  answered: 'let.done',
} as const;

/**
 * Asks whether the listing is let now. One click marks it as rented, one more rejects everything
 * that still waits. The second one is enough for a listing that is not online.
 */
export function LetQuestion({ listing, letting, onProceed }: LetQuestionProps) {
  const { t } = useTranslation('applications');
  const { state, busy } = letting.progressOf(listing);
  const text = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  const isFinishing = useRef(false);
  useEffect(() => {
    if (state === 'answered' && isFinishing.current) text.current?.focus();
  }, [state]);

  const proceed = () => {
    onProceed?.();
    if (state === 'open') return letting.markAsLet(listing);
    isFinishing.current = true;
    return letting.declineAll(listing);
  };

  return (
    <div className={styles.question}>
      <p ref={text} tabIndex={-1} role="status" className={styles.text}>
        {t(texts[state === 'let' && isOffline(listing) ? 'offline' : state], { title: listing.title })}
      </p>
      {state !== 'answered' && (
        <BusyButton size="small" variant="contained" loading={busy} onClick={() => void proceed()}>
          {t(state === 'let' ? 'let.declineAll' : 'let.mark')}
        </BusyButton>
      )}
    </div>
  );
}
