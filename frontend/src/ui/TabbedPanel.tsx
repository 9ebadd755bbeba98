import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './TabbedPanel.module.css';

type TabChoice = {
  /** What one chooses between. */
  label: string;
  tabs: readonly {
    value: string;
    label: string;
    /** How many wait behind the tab; undefined where nothing ever waits. */
    waiting?: number;
  }[];
  value: string;
  onChange: (value: string) => void;
};

/** Tabs, and below them the panel of the chosen one. */
export function TabbedPanel({ label, tabs, value, onChange, children }: TabChoice & { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Tabs
        aria-label={label}
        value={value}
        onChange={(_event, chosen: string) => onChange(chosen)}
        sx={{ px: { xs: 1, md: 1.5 }, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            id={`${id}-${tab.value}`}
            // Only the chosen one has a panel that it could point to.
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            value={tab.value}
            label={tab.waiting === undefined ? tab.label : <Counted label={tab.label} count={tab.waiting} />}
            sx={{ minHeight: 56, fontSize: '1rem' }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}

/** A label and a number beside it, whose room is kept while there is none. */
function Counted({ label, count }: { label: string; count: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.label}>
      {label}
      {count === 0 ? (
        <span className={styles.room} />
      ) : (
        <span className={styles.count}>
          <span aria-hidden>{count}</span>{' '}
          <span className="visually-hidden">({t('nav.waiting', { count })})</span>
        </span>
      )}
    </span>
  );
}
