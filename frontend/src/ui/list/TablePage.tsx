import Container from '@mui/material/Container';
import type { ReactNode, Ref } from 'react';
import { usePageTitle } from '../brand';
import { Notice } from '../Notice';
import { Sheet } from '../Sheet';
import { FilterBar } from './FilterBar';
import { ListHeading } from './ListHeading';
import type { SortDirection } from './listParams';
import { ListPager } from './ListPager';
import { type ListResult, ListResults } from './ListResults';
import { type Column, RecordTable } from './RecordTable';
import { TableSkeleton } from './TableSkeleton';
import type { List } from './useListParams';

export type TableList<Sort extends string> = List & {
  params: { keyword: string; sortField: Sort; sortDirection: SortDirection };
  search: (keyword: string, typing: number) => void;
  change: (change: { sortField?: Sort; sortDirection?: SortDirection }) => void;
};

type TablePageProps<Row extends { externalId: string }, Sort extends string> = {
  title: string;
  /** Beside the title: what can be done on this page. */
  action?: ReactNode;
  /** The same rows as a file. */
  download?: ReactNode;
  /** How many rows there are in all, in words. */
  count: (count: number) => string;
  /** A way to some of the rows, beside their number. */
  shortcut?: ReactNode;
  /** Where the focus goes when what it was on is no longer there. */
  headingRef?: Ref<HTMLHeadingElement> | undefined;
  /** What came of the last action, above the list. */
  alert?: ReactNode;
  /** What the keyword is looked for in. */
  hint: string;
  list: TableList<Sort>;
  sortFields: readonly { value: Sort; label: string }[];
  /** What the directions are called, where they have better names than ascending and descending. */
  directions?: Record<SortDirection, string>;
  filters: ReactNode;
  /** Draws around the table what chooses between several, such as tabs. */
  renderFrame?: (table: ReactNode) => ReactNode;
  columns: readonly Column<Row>[];
  /** Between the filters and the rows. */
  selection?: ReactNode;
  result: ListResult<Row>;
  /** Stands for no rows at all. */
  empty: { title: string; text: string };
  /** The dialogs that are open. */
  children?: ReactNode;
};

/** A page that is one table with filters above it. */
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
        chosenFilters={list.chosenFilters}
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
    <Container maxWidth={false} sx={{ maxWidth: 1536, py: { xs: 3, md: 5 } }}>
      <ListHeading
        title={title}
        count={result.data && count(result.data.totalSize)}
        shortcut={props.shortcut}
        action={action}
        download={props.download}
        headingRef={props.headingRef}
      />
      {props.alert}
      <Sheet>{renderFrame ? renderFrame(table) : table}</Sheet>
      <ListPager list={list} answer={result.data} />
      {props.children}
    </Container>
  );
}
