import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import styles from './ChoiceToggle.module.css';

type ChoiceToggleProps<Value extends string | boolean> = {
  /** For screen readers. */
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChange: (chosen: Value) => void;
};

/** One of a few, as buttons next to each other that take effect immediately. */
export function ChoiceToggle<Value extends string | boolean>(props: ChoiceToggleProps<Value>) {
  const { label, options, chosen, onChange } = props;
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={label}
      value={chosen}
      onChange={(_event, value: Value | null) => {
        if (value !== null) onChange(value);
      }}
    >
      {options.map((option) => (
        <ToggleButton key={option.label} value={option.value} className={styles.toggle}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
