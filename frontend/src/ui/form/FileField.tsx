import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreIcon } from '../MoreIcon';
import styles from './FileField.module.css';
import fieldStyles from './Field.module.css';
import { BelowField } from './BelowField';
import { useFileDrop } from '../file/useFileDrop';
import { useInputFile } from '../file/useInputFile';
import { usePreventFileDrop } from '../file/usePreventFileDrop';

type FileFieldProps = {
  label: string;
  name: string;
  /** The purpose of the file, below the label. */
  text?: string;
  /** The accepted files in words. */
  hint: string;
  /** The accepted types, for the file picker of the system. */
  accept: string;
  file: File | null;
  /** The formatted size. */
  size: string;
  error: string;
  /** The progress of the upload from 0 to 1; null while nothing is being sent. */
  progress: number | null;
  onChoose: (file: File | null) => void;
};

/** One file from the picker of the system, or by drag and drop. The caller checks it. */
export function FileField(props: FileFieldProps) {
  const { label, name, text, hint, accept, file, size, error, progress, onChoose } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useInputFile(file, onChoose);
  const { isDragOver, handlers } = useFileDrop(
    progress === null,
    ([dropped]) => dropped && onChoose(dropped),
  );
  usePreventFileDrop();
  return (
    <div className={fieldStyles.field}>
      <label id={`${id}-label`} className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.drop} data-over={isDragOver ? '' : undefined} {...handlers}>
        <input
          {...input}
          id={id}
          name={name}
          type="file"
          className={styles.input}
          accept={accept}
          required
          disabled={progress !== null}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <label htmlFor={id} className={styles.invitation}>
          <MoreIcon name="upload" size={24} className={styles.icon} />
          <span>
            <span className={styles.choose}>{t(file ? 'file.replace' : 'file.choose')}</span> {t('file.drop')}
          </span>
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        </label>
        {file && (
          <div className={styles.file}>
            <MoreIcon name="document" className={styles.icon} />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{size}</span>
            <IconButton
              aria-label={t('file.remove', { name: file.name })}
              disabled={progress !== null}
              onClick={() => {
                onChoose(null);
                input.ref.current?.focus();
              }}
              className={styles.remove}
            >
              <MoreIcon name="trash" />
            </IconButton>
            {progress !== null && <Progress progress={progress} />}
          </div>
        )}
      </div>
      {/* A file is also checked when it is chosen, without a change of the focus. */}
      <div aria-live="polite">
        <BelowField id={id} error={error} />
      </div>
    </div>
  );
}

function Progress({ progress }: { progress: number }) {
  const { t } = useTranslation();
  const text = t('file.sending', { percent: Math.round(progress * 100) });
  return (
    <div className={styles.progress}>
      <progress className={styles.bar} value={progress} aria-label={text} />
      <span aria-hidden>{text}</span>
    </div>
  );
}
