import useMediaQuery from '@mui/material/useMediaQuery';
import { Fragment, type ReactNode } from 'react';
import styles from './RecordTable.module.css';
import { RowNotice } from './RowNotice';
import { useAllRowNotices } from './rowNotices';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** In a table; columns without one share the rest. So no column moves when the rows change. */
  width?: string;
  /** On a card it has the full width and no label. */
  wide?: boolean;
};

type RecordTableProps<Row extends { externalId: string }> = {
  /** For screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
};

/** A table with more columns needs a wider window. */
const fewColumns = 6;

/* The roles are explicit on purpose: see below. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/**
 * A table that becomes a list of cards where it would not fit. The roles are explicit, because some
 * browsers drop them when a style changes `display`.
 */
export function RecordTable<Row extends { externalId: string }>(props: RecordTableProps<Row>) {
  const { caption, columns, rows } = props;
  const fits = useMediaQuery(`(min-width: ${columns.length > fewColumns ? 1280 : 1024}px)`, { noSsr: true });
  const noticed = new Set(useAllRowNotices().map(({ id }) => id));
  return (
    <table className={styles.table} role="table" data-as={fits ? 'table' : 'cards'}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup className={styles.columns}>
        {columns.map(({ header, width }) => (
          <col key={header} style={{ width }} />
        ))}
      </colgroup>
      <thead className={styles.head} role="rowgroup">
        <tr role="row">
          {columns.map(({ header }) => (
            <th key={header} role="columnheader" scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.body} role="rowgroup">
        {rows.map((row) => (
          <Fragment key={row.externalId}>
            <tr role="row">
              {columns.map(({ header, cell, wide }) => (
                <td key={header} role="cell" className={wide ? styles.wide : undefined}>
                  <span className={styles.label} aria-hidden>
                    {header}
                  </span>
                  <div className={styles.value}>{cell(row)}</div>
                </td>
              ))}
            </tr>
            {noticed.has(row.externalId) && (
              <tr role="row" className={styles.notice}>
                <td role="cell" colSpan={columns.length} className={styles.wide}>
                  <RowNotice id={row.externalId} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
