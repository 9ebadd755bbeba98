import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { type ButtonLook, buttonClass } from './buttonClass';

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, 'color'> & ButtonLook;

/** A link that looks like a `Button`. */
export function ButtonLink({ variant, color, size, fullWidth, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, color, size, fullWidth, className })} />;
}
