import IconButton from '@mui/material/IconButton';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoreIcon } from '../MoreIcon';
import styles from './Field.module.css';
import { TextField } from './TextField';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'icon'>;

/** Masked until the user wants to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      // As plain text, a password must not be corrected or learned as a word.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!shown)}
          className={styles.reveal}
        >
          <MoreIcon name={shown ? 'eyeOff' : 'eye'} />
        </IconButton>
      }
    />
  );
}
