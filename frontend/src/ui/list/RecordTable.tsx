import type { ReactNode } from 'react';
import styles from './RecordTable.module.css';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** On a card it takes the whole width and needs no label. */
  wide?: boolean;
};

type RecordTableProps<Row extends { externalId: string }> = {
  /** Said to those who cannot see what the table is about. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
};

/* Every element has its own role here on purpose: see below. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

/**
 * A table that becomes a list of cards where it would not fit. The roles are
 * spelled out because some browsers forget them when a style changes `display`.
 */
export function RecordTable<Row extends { externalId: string }>(props: RecordTableProps<Row>) {
  const { caption, columns, rows } = props;
  return (
    <table className={styles.table} role="table">
      <caption className="visually-hidden">{caption}</caption>
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
          <tr key={row.externalId} role="row">
            {columns.map(({ header, cell, wide }) => (
              <td key={header} role="cell" className={wide ? styles.wide : undefined}>
                <span className={styles.label} aria-hidden>
                  {header}
                </span>
                <div className={styles.value}>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
