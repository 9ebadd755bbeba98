import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { type ButtonLook, buttonClass } from './buttonClass';

type ButtonProps = Omit<ComponentProps<'button'>, 'color'> & ButtonLook & { startIcon?: ReactNode };

/** The button of the first screen, without MUI. It looks like MUI's, which lazy pages use. */
export function Button({
  variant,
  color,
  size,
  fullWidth,
  className,
  startIcon,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    // oxlint-disable-next-line react/button-has-type
    <button {...rest} type={type} className={buttonClass({ variant, color, size, fullWidth, className })}>
      {startIcon && <span className={styles.icon}>{startIcon}</span>}
      {children}
    </button>
  );
}
