import IconButton from '@mui/material/IconButton';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon';
import { TextField } from './TextField';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'icon'>;

/** Masked until its reader asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      // Shown as plain text, a password must still not be corrected or remembered as a word.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!shown)}
          sx={{ flex: 'none', mr: '2px', color: 'text.secondary' }}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </IconButton>
      }
    />
  );
}
