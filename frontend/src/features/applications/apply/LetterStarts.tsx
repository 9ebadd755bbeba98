import { useTranslation } from 'react-i18next';
import styles from './LetterStarts.module.css';
import type { LetterStartTexts } from './useLetterStarts';

type LetterStartsProps = {
  texts: LetterStartTexts;
  /** Replaces the letter on screen. */
  onStart: (text: string) => void;
  /** Brings back what was replaced; undefined if nothing was, or it was edited since. */
  onUndo: (() => void) | undefined;
};

/** Offers the last letter and the kept ones as a start. Nothing, as long as there is none. */
export function LetterStarts({ texts, onStart, onUndo }: LetterStartsProps) {
  const { t } = useTranslation('applications');
  const { lastLetter, letters } = texts;
  if (lastLetter === null && letters.length === 0) return null;
  return (
    <div role="group" aria-label={t('start.label')} className={styles.starts}>
      <p className={styles.label} aria-hidden>
        {t('start.label')}
      </p>
      <div className={styles.choices}>
        {lastLetter !== null && (
          <button type="button" className={styles.choice} onClick={() => onStart(lastLetter)}>
            {t('start.last')}
          </button>
        )}
        {letters.map(({ externalId, name, text }) => (
          <button key={externalId} type="button" className={styles.choice} onClick={() => onStart(text)}>
            {name}
          </button>
        ))}
        {onUndo && (
          <button type="button" className={styles.undo} onClick={onUndo}>
            {t('start.undo')}
          </button>
        )}
      </div>
    </div>
  );
}
