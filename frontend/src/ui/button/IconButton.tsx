import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'color' | 'type'> & {
  'aria-label': string;
  color?: 'inherit';
};

/** The icon button of the first screen, without MUI; see `Button`. */
export function IconButton({ color, className = '', ...rest }: IconButtonProps) {
  const inherit = color ? styles.inherit : '';
  return <button {...rest} type="button" className={`${styles.iconButton} ${inherit} ${className}`} />;
}
