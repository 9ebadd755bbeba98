import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { TextField } from './TextField';

type DecimalFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'end' | 'icon'> & {
  /** What the number means, as `€`. */
  unit: string;
};

/** A number with decimals, typed as text: browsers do not agree on what a comma means to them. */
export function DecimalField({ unit, ...field }: DecimalFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      // What stands there is replaced by what is typed, as a 0 that was filled in for a start.
      onFocus={(event) => event.currentTarget.select()}
      end={<span className={styles.unit}>{unit}</span>}
    />
  );
}
