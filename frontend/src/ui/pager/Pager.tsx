import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Pager.module.css';
import { focusableDisabled } from '../button/focusableDisabled';
import { pagerItems } from './pagerItems';
import { useMedia } from '../../theme/useMedia';

type PagerProps = {
  /** From 0. */
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
};

/**
 * Pages in one line at every width; nothing for a single page. Without MUI, because the search has
 * it on the first screen.
 */
export function Pager({ page, totalPages, onChange }: PagerProps) {
  const { t } = useTranslation();
  const narrow = useMedia('(max-width: 599px)');
  // Another page without a click has other filters, whose count is announced, or comes from Back.
  const [chosen, setChosen] = useState<number>();
  if (totalPages <= 1) return null;
  const current = page + 1;
  const choose = (item: number) => {
    setChosen(item);
    onChange(item - 1);
  };
  const step = (name: 'previous' | 'next', to: number) => (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-label={t(`pagination.${name}`)}
        {...focusableDisabled(to < 1 || to > totalPages, () => choose(to))}
      >
        <svg className={styles.arrow} viewBox="0 0 24 24" aria-hidden>
          <path d={arrows[name]} />
        </svg>
      </button>
    </li>
  );
  return (
    <nav className={styles.pager} aria-label={t('pagination.label')}>
      <ul>
        {step('previous', current - 1)}
        {pagerItems(current, totalPages, narrow ? 0 : 1).map((item) => (
          <li key={item}>
            {typeof item === 'number' ? (
              <button
                type="button"
                className={styles.item}
                aria-label={t(item === current ? 'pagination.current' : 'pagination.page', { page: item })}
                aria-current={item === current ? 'page' : undefined}
                onClick={() => choose(item)}
              >
                {item}
              </button>
            ) : (
              <div className={styles.gap}>…</div>
            )}
          </li>
        ))}
        {step('next', current + 1)}
      </ul>
      <p aria-live="polite" className="visually-hidden">
        {chosen === current && t('pagination.position', { page: current, total: totalPages })}
      </p>
    </nav>
  );
}

const arrows = {
  previous: 'M15.41 7.41L14 6l-6 6 6 6 1.41-1.41L10.83 12z',
  next: 'M10 6L8.590 7.410 13.170 12l-4.580 4.590L10 18l6-6z',
};
