import IconButton from '@mui/material/IconButton';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon';
import styles from './FileField.module.css';
import fieldStyles from './Field.module.css';
import { FieldError } from './FieldError';
import { useNoAccidentalOpening } from './useNoAccidentalOpening';

type FileFieldProps = {
  label: string;
  name: string;
  /** What it is for, below the label. */
  text?: string;
  /** Which files are possible, in words. */
  hint: string;
  /** The same for the picker of the system. */
  accept: string;
  file: File | null;
  /** Its size in the reader's words. */
  size: string;
  error: string;
  /** How much of it has been sent, from 0 to 1; null while nothing is being sent. */
  share: number | null;
  onChoose: (file: File | null) => void;
};

/** One file, chosen with the system's picker or dropped here. Whoever owns the field checks it. */
export function FileField(props: FileFieldProps) {
  const { label, name, text, hint, accept, file, size, error, share, onChoose } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { over, handlers } = useDrop(onChoose);
  useNoAccidentalOpening();
  return (
    <div className={fieldStyles.field}>
      <label id={`${id}-label`} className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {text && <p className={styles.text}>{text}</p>}
      <div
        className={styles.drop}
        data-invalid={error ? '' : undefined}
        data-over={over ? '' : undefined}
        {...handlers}
      >
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          className={styles.input}
          accept={accept}
          required
          disabled={share !== null}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            // Emptied, so that the same file can be chosen again after it was removed.
            event.target.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
        <label htmlFor={id} className={styles.invitation}>
          <Icon name="upload" size={24} className={styles.icon} />
          <span>
            <span className={styles.choose}>{t(file ? 'file.replace' : 'file.choose')}</span> {t('file.drop')}
          </span>
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        </label>
        {file && (
          <div className={styles.file}>
            <Icon name="letter" className={styles.icon} />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{size}</span>
            <IconButton
              aria-label={t('file.remove', { name: file.name })}
              disabled={share !== null}
              onClick={() => {
                onChoose(null);
                input.current?.focus();
              }}
              sx={{ flex: 'none', ml: 'auto' }}
            >
              <Icon name="trash" />
            </IconButton>
            {share !== null && <Progress share={share} />}
          </div>
        )}
      </div>
      <div className={fieldStyles.below}>
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const { t } = useTranslation();
  const text = t('file.sending', { share: Math.round(share * 100) });
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} value={share} aria-label={text} />
      <span aria-hidden>{text}</span>
    </div>
  );
}

function useDrop(onDrop: (file: File) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [dropped] = event.dataTransfer.files;
        if (dropped) onDrop(dropped);
      },
    },
  };
}
