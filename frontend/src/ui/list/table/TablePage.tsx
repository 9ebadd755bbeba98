import type { ReactNode, Ref } from 'react';
import { usePageTitle } from '../../brand/brand';
import { PageContainer } from '../../layout/PageContainer';
import { Notice } from '../../notice/Notice';
import { Surface } from '../../panel/Surface';
import { FilterBar } from '../FilterBar';
import { ListHeading } from '../ListHeading';
import type { SortDirection } from '../params/listParams';
import { ListPager } from '../ListPager';
import { type ListResult, ListResults } from '../ListResults';
import { type Column, RecordTable } from './RecordTable';
import { TableSkeleton } from './TableSkeleton';
import type { List } from '../params/useListParams';

export type TableList<Sort extends string> = List & {
  params: { keyword: string; sortField: Sort; sortDirection: SortDirection };
  search: (keyword: string, typing: number) => void;
  change: (change: { sortField?: Sort; sortDirection?: SortDirection }) => void;
};

type TablePageProps<Row extends { externalId: string }, Sort extends string> = {
  title: string;
  /** The actions of the page, next to the title. */
  action?: ReactNode;
  /** The same rows as a file. */
  download?: ReactNode;
  /** The total in words. */
  count: (count: number) => string;
  /** A link or filter for some of the rows, next to their number. */
  shortcut?: ReactNode;
  /** Receives the focus when the focused element disappears. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** A notice, or the result of the last action, above the list. */
  alert?: ReactNode;
  /** The fields that the keyword is searched in. */
  hint: string;
  list: TableList<Sort>;
  sortFields: readonly { value: Sort; label: string }[];
  /** The names of the directions, if ascending and descending do not fit. */
  directions?: Record<SortDirection, string>;
  filters: ReactNode;
  /** Wraps the table, for example in tabs. */
  renderFrame?: (table: ReactNode) => ReactNode;
  columns: readonly Column<Row>[];
  /** Between the filters and the rows. */
  selection?: ReactNode;
  result: ListResult<Row>;
  /** Shown without any rows. */
  empty: { title: string; text: string };
  /** The open dialogs. */
  children?: ReactNode;
};

/** A page with one table and its filters. */
export function TablePage<Row extends { externalId: string }, Sort extends string>(
  props: TablePageProps<Row, Sort>,
) {
  const { title, action, count, hint, list, sortFields, filters, renderFrame, columns, result, empty } =
    props;
  usePageTitle(title);
  const table = (
    <>
      <FilterBar
        hint={hint}
        keyword={list.params.keyword}
        onSearch={list.search}
        sortField={list.params.sortField}
        sortFields={sortFields}
        sortDirection={list.params.sortDirection}
        onSort={list.change}
        {...(props.directions && { directions: props.directions })}
        activeFilterCount={list.activeFilterCount}
      >
        {filters}
      </FilterBar>
      <ListResults
        list={list}
        result={result}
        skeleton={<TableSkeleton />}
        empty={<Notice title={empty.title} text={empty.text} />}
      >
        {(rows) => (
          <>
            {props.selection}
            <RecordTable caption={title} columns={columns} rows={rows} />
          </>
        )}
      </ListResults>
    </>
  );
  return (
    <PageContainer width="wide">
      <ListHeading
        title={title}
        count={result.data && count(result.data.totalSize)}
        shortcut={props.shortcut}
        action={action}
        download={props.download}
        headingRef={props.headingRef}
      />
      {props.alert}
      <Surface>{renderFrame ? renderFrame(table) : table}</Surface>
      <ListPager list={list} answer={result.data} />
      {props.children}
    </PageContainer>
  );
}
