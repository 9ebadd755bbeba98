import type { ComponentProps } from 'react';
import { TextField } from '../TextField';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete'>;

/** The code of an authenticator app, which password managers can fill in. */
export function CodeField(props: CodeFieldProps) {
  return <TextField {...props} type="text" inputMode="numeric" autoComplete="one-time-code" required />;
}
