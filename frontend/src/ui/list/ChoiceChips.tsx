import type { Tone } from '../../theme/palette';
import { Dot } from '../badge/Dot';
import styles from './ChoiceChips.module.css';

type ChoiceChipsProps<Value extends string> = {
  label: string;
  /** For screen readers only, where a heading says the same. */
  labelHidden?: boolean;
  options: readonly { value: Value; label: string; tone?: Tone }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Several of a few: checkboxes that look like chips and take effect immediately. */
export function ChoiceChips<Value extends string>(props: ChoiceChipsProps<Value>) {
  const { label, labelHidden = false, options, chosen, onChange } = props;
  const toggle = (value: Value, on: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((other) => (other === value ? on : chosen.includes(other))),
    );
  return (
    <fieldset className={styles.group}>
      <legend className={labelHidden ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={styles.chips}>
        {options.map(({ value, label: text, tone }) => (
          <label key={value} className={styles.chip}>
            <input
              className={styles.box}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            />
            <span className={styles.face}>
              {tone && <Dot tone={tone} />}
              {text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
