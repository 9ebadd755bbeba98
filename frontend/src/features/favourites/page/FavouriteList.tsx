import Button from '@mui/material/Button';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FavouriteResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { ListHeading } from '../../../ui/list/ListHeading';
import { ListPager } from '../../../ui/list/ListPager';
import { type ListResult, ListResults } from '../../../ui/list/ListResults';
import type { List } from '../../../ui/list/params/useListParams';
import { Notice } from '../../../ui/notice/Notice';
import { CardSkeleton } from '../../listings/card/CardSkeleton';
import { FavouriteCard } from './FavouriteCard';
import styles from './FavouriteList.module.css';
import { GoneCard } from './GoneCard';

/** Both kinds of lists have one order and no filters. */
export const listSpec = {
  sortFields: ['dateCreated'],
  filters: {},
  // The first size fills the rows of one, two, three and four columns.
  pageSizes: [12, 25, 50, 100],
} as const;

const skeletonKeys = Array.from({ length: 4 }, (_, index) => index);

type FavouriteListProps = {
  list: List;
  result: ListResult<FavouriteResponse>;
  /** Between the heading and the cards. */
  notice?: ReactNode;
  headingRef: Ref<HTMLHeadingElement>;
  /** Removes a listing that is gone; others have a heart. */
  onRemove: (id: string) => void;
};

export function FavouriteList({ list, result, notice, headingRef, onRemove }: FavouriteListProps) {
  const { t } = useTranslation('favourites');
  return (
    <>
      <ListHeading
        title={t('title')}
        count={result.data && t('count', { count: result.data.totalSize })}
        headingRef={headingRef}
      />
      {notice}
      <ListResults
        list={list}
        result={result}
        skeleton={
          <div className={styles.grid}>
            {skeletonKeys.map((key) => (
              <CardSkeleton key={key} />
            ))}
          </div>
        }
        empty={
          <Notice
            title={t('emptyTitle')}
            text={t('emptyText')}
            actions={
              <Button variant="contained" component={Link} to={paths.home.href()}>
                {t('toSearch')}
              </Button>
            }
          />
        }
      >
        {(favourites) => (
          <ul className={styles.grid}>
            {favourites.map((favourite) => (
              <li key={favourite.externalId}>
                {'gone' in favourite ? (
                  <GoneCard favourite={favourite} onRemove={() => onRemove(favourite.externalId)} />
                ) : (
                  <FavouriteCard listing={favourite} />
                )}
              </li>
            ))}
          </ul>
        )}
      </ListResults>
      <ListPager list={list} answer={result.data} />
    </>
  );
}
