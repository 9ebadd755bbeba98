import type { ComponentProps } from 'react';
import styles from '../Field.module.css';
import { TextField } from '../TextField';

type DecimalFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'end' | 'icon'> & {
  /** The unit of the number, as `€`. */
  unit: string;
};

/** A decimal number as text: browsers disagree about the comma in number inputs. */
export function DecimalField({ unit, ...field }: DecimalFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      // Typing replaces the value, such as a preset 0.
      onFocus={(event) => event.currentTarget.select()}
      end={<span className={styles.unit}>{unit}</span>}
    />
  );
}
