import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Field.module.css';
import { BelowField } from './BelowField';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'value' | 'maxLength'> & {
  label: string;
  error: string;
  value: string;
  /**
   * The maximum number of characters. More can be typed: pasted text must not be cut off silently.
   */
  limit: number;
  /** A lower field, for dialogs. */
  short?: boolean;
};

export function TextArea({ label, error, value, limit, short = false, ...textarea }: TextAreaProps) {
  const { t } = useTranslation();
  const id = useId();
  const length = countCharacters(value);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        <textarea
          {...textarea}
          id={id}
          className={`${styles.input} ${styles.text} ${short ? styles.short : ''}`}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-count`}
        />
      </div>
      <BelowField id={id} error={error}>
        <span id={`${id}-count`} className={`${styles.count} ${length > limit ? styles.tooLong : ''}`}>
          {t('field.characters', { count: length, limit })}
        </span>
      </BelowField>
    </div>
  );
}

/** Counts as the server does: an emoji is one character, white space around the text none. */
export const countCharacters = (text: string): number => Array.from(text.trim()).length;
