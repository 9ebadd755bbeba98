import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportReason } from '../../api/generated';
import boxStyles from '../../ui/form/choice/box.module.css';
import fieldStyles from '../../ui/form/Field.module.css';
import { BelowField } from '../../ui/form/BelowField';
import styles from './ReasonChoice.module.css';
import { reportReasons } from './reasons';

type ReasonChoiceProps = {
  name: string;
  value: ReportReason | undefined;
  error: string;
  onChange: (reason: ReportReason) => void;
};

/** None is chosen by default, or it would be chosen too often. */
export function ReasonChoice({ name, value, error, onChange }: ReasonChoiceProps) {
  const { t } = useTranslation('reports');
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      aria-labelledby={id}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={`${id}-error`}
    >
      <legend id={id} className={`${fieldStyles.label} ${styles.legend}`}>
        {t('reason')}
      </legend>
      {reportReasons.map((reason) => (
        <label key={reason} className={styles.choice}>
          <input
            className={boxStyles.box}
            type="radio"
            name={name}
            value={reason}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          <span>
            {t(`reason.${reason}`)}
            <span className={styles.hint}>{t(`reasonHint.${reason}`)}</span>
          </span>
        </label>
      ))}
      {/* Not all screen readers read the description of a group. */}
      <div aria-live="polite">
        <BelowField id={id} error={error} />
      </div>
    </fieldset>
  );
}
