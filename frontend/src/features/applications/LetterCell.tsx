import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog';
import { Icon } from '../../ui/Icon';
import cells from '../../ui/list/RecordCell.module.css';
import styles from './LetterCell.module.css';

type LetterCellProps = {
  /** Null once its time of keeping is over. */
  letter: string | null;
  /** Who wrote it. */
  name: string;
};

export function LetterCell({ letter, name }: LetterCellProps) {
  const { t } = useTranslation(['applications', 'shell']);
  const [open, setOpen] = useState(false);
  if (letter === null) return <span className={cells.muted}>{t('cell.noLetter')}</span>;
  return (
    <>
      <button
        type="button"
        className={cells.link}
        aria-label={t('cell.readNamed', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="letter" size={18} />
        <span className={styles.word}>{t('cell.read')}</span>
      </button>
      {open && (
        <Dialog
          title={t('letter.title', { name })}
          text
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{t('shell:dialog.close')}</Button>}
        >
          <div className={styles.letter}>
            {paragraphsOf(letter).map(({ key, text }) => (
              <p key={key}>{text}</p>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** A paragraph for every line that says something. */
const paragraphsOf = (letter: string) =>
  letter
    .split(/\r?\n/)
    .map((text, line) => ({ key: line, text: text.trim() }))
    .filter(({ text }) => text !== '');
