import { useState } from 'react';

const storageKey = 'listingsView';

export type ListingsView = 'cards' | 'list';

/** How the user wishes to see managed listings, remembered in this browser. */
export function useListingsView(): [ListingsView, (view: ListingsView) => void] {
  const [view, setView] = useState(readView);
  const choose = (next: ListingsView) => {
    rememberView(next);
    setView(next);
  };
  return [view, choose];
}

function readView(): ListingsView {
  try {
    return localStorage.getItem(storageKey) === 'list' ? 'list' : 'cards';
  } catch {
    return 'cards';
  }
}

function rememberView(view: ListingsView): void {
  try {
    localStorage.setItem(storageKey, view);
  } catch {
    // Without storage it applies to the open page.
  }
}
