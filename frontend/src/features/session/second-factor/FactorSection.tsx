import { type ReactNode, type Ref, useId } from 'react';
import { Badge } from '../../../ui/badge/Badge';
import styles from './FactorSection.module.css';

type FactorSectionProps = {
  title: string;
  /** Can receive the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** That the factor is set up. */
  status?: string | undefined;
  text: string;
  children?: ReactNode;
  /** The buttons. */
  actions: ReactNode;
};

/** One kind of factor in the card. */
export function FactorSection(props: FactorSectionProps) {
  const { title, headingRef, status, text, children, actions } = props;
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h3 id={titleId} {...(headingRef && { ref: headingRef, tabIndex: -1 })}>
          {title}
        </h3>
        {status !== undefined && <Badge tone="green">{status}</Badge>}
      </div>
      <p>{text}</p>
      {children}
      <div className={styles.actions}>{actions}</div>
    </section>
  );
}
