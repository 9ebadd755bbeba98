import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './TabbedPanel.module.css';

type TabChoice = {
  /** The accessible name of the tabs. */
  label: string;
  tabs: readonly {
    value: string;
    label: string;
    /** The number of pending items; undefined where nothing can be pending. */
    pendingCount?: number;
  }[];
  value: string;
  onChange: (value: string) => void;
};

/** Tabs with the panel of the selected one. */
export function TabbedPanel({ label, tabs, value, onChange, children }: TabChoice & { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Tabs
        aria-label={label}
        // At larger font sizes they do not fit on a phone.
        variant="scrollable"
        scrollButtons={false}
        value={value}
        onChange={(_event, chosen: string) => onChange(chosen)}
        className={styles.tabs}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            id={`${id}-${tab.value}`}
            // Only the selected tab has a panel.
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            value={tab.value}
            label={
              tab.pendingCount === undefined ? (
                tab.label
              ) : (
                <Counted label={tab.label} count={tab.pendingCount} />
              )
            }
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** A label with a number, whose space is reserved. */
function Counted({ label, count }: { label: string; count: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.label}>
      {label}
      {count === 0 ? (
        <span className={styles.reserved} />
      ) : (
        <span className={styles.count}>
          <span aria-hidden>{count}</span>{' '}
          <span className="visually-hidden">({t('nav.pending', { count })})</span>
        </span>
      )}
    </span>
  );
}
