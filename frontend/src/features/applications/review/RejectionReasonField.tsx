import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RejectionReason } from '../../../api/generated';
import chips from '../../../ui/list/ChoiceChips.module.css';
import { rejectionReasons } from '../rejectionReasons';

/** Empty: no reason is given. */
export type ChosenReason = RejectionReason | '';

type RejectionReasonFieldProps = {
  name: string;
  value: ChosenReason;
  onChange: (reason: ChosenReason) => void;
  /** The chosen option: the arrow keys choose from there. */
  chosenRef: Ref<HTMLInputElement>;
};

const choices: readonly ChosenReason[] = ['', ...rejectionReasons];

/** One reason or none, as chips. */
export function RejectionReasonField({ name, value, onChange, chosenRef }: RejectionReasonFieldProps) {
  const { t } = useTranslation('applications');
  const id = useId();
  return (
    <fieldset role="radiogroup" aria-labelledby={id} className={chips.group}>
      <legend id={id} className={chips.legend}>
        {t('reject.reason')}
      </legend>
      <div className={chips.chips}>
        {choices.map((choice) => (
          <label key={choice} className={chips.chip}>
            <input
              ref={choice === value ? chosenRef : undefined}
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
