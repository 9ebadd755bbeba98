import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon';
import { Pager } from '../pager/Pager';
import styles from './ListPager.module.css';
import type { List } from './params/useListParams';

type ListPagerProps = {
  list: List;
  /** The last response; undefined until there is one. */
  answer: { totalPages: number; totalSize: number } | undefined;
};

/** The pages of a list and their size. Renders nothing if all rows fit on the shortest page. */
export function ListPager({ list, answer }: ListPagerProps) {
  const { t } = useTranslation('lists');
  const id = useId();
  const { totalPages = 0, totalSize = 0 } = answer ?? {};
  if (totalSize <= Math.min(...list.pageSizes)) return null;
  return (
    <div className={styles.pager}>
      <Pager page={list.params.page} totalPages={totalPages} onChange={list.goToPage} />
      <div className={styles.size}>
        <label htmlFor={id}>{t('pageSize')}</label>
        <span className={styles.control}>
          <select
            id={id}
            className={styles.select}
            value={list.pageSize}
            onChange={(event) => list.choosePageSize(Number(event.target.value))}
          >
            {list.pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
          <Icon name="down" size={16} className={styles.arrow} />
        </span>
      </div>
    </div>
  );
}
