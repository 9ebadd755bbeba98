import styles from './Button.module.css';

export type ButtonLook = {
  variant?: 'contained' | 'outlined' | 'text';
  color?: 'primary' | 'error' | 'inherit';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
  className?: string | undefined;
};

/** The classes of `Button` and `ButtonLink`. */
export const buttonClass = ({
  variant = 'text',
  color = 'primary',
  size = 'medium',
  fullWidth = false,
  className,
}: ButtonLook): string =>
  [
    styles.button,
    styles[variant],
    color !== 'primary' && styles[color],
    size !== 'medium' && styles[size],
    fullWidth && styles.fullWidth,
    className,
  ]
    .filter(Boolean)
    .join(' ');
