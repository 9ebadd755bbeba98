import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';

type TabChoice = {
  /** What one chooses between. */
  label: string;
  tabs: readonly { value: string; label: string }[];
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
            label={tab.label}
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
