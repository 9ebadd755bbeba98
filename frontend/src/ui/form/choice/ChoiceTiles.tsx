import { type ReactNode, useId } from 'react';
import styles from './ChoiceTiles.module.css';

type ChoiceTilesProps<Value extends string> = {
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string; image: ReactNode }[];
  onChange: (value: Value) => void;
};

/** One of a few, as tiles: radio buttons, so that the arrow keys work. */
export function ChoiceTiles<Value extends string>(props: ChoiceTilesProps<Value>) {
  const { label, name, value, options, onChange } = props;
  const id = useId();
  return (
    <fieldset role="radiogroup" aria-labelledby={id} aria-required>
      <legend id={id} className={styles.legend}>
        {label}
      </legend>
      <div className={styles.tiles}>
        {options.map((option) => (
          <label key={option.value} className={styles.tile}>
            <input
              className={styles.box}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.face}>
              {option.image}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
