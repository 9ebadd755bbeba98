import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RejectionReason } from '../../../../api/generated';
import chips from '../../../../ui/list/ChoiceChips.module.css';
import { rejectionReasons } from '../../rejectionReasons';

/** Empty: no reason is given. */
export type ChosenReason = RejectionReason | '';

type RejectionReasonFieldProps = {
  name: string;
  value: ChosenReason;
  onChange: (reason: ChosenReason) => void;
};

const choices: readonly ChosenReason[] = ['', ...rejectionReasons];

/** One reason or none, as chips. The chosen one gets the focus: the arrow keys choose from there. */
export function RejectionReasonField({ name, value, onChange }: RejectionReasonFieldProps) {
  const { t } = useTranslation('applications');
  const id = useId();
  // Here, because the content of a dialog is mounted after the dialog.
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => chosen.current?.focus(), []);
  return (
    <fieldset role="radiogroup" aria-labelledby={id} className={chips.group}>
      <legend id={id} className={chips.legend}>
        {t('reject.reason')}
      </legend>
      <div className={chips.chips}>
        {choices.map((choice) => (
          <label key={choice} className={chips.chip}>
            <input
              ref={choice === value ? chosen : undefined}
              className={chips.box}
              type="radio"
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            <span className={chips.face}>{t(choice === '' ? 'reject.noReason' : `reason.${choice}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
