import { createContext, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The default name of the portal. */
export const BrandContext = createContext('Fensterplatz');

export const useBrand = (): string => useContext(BrandContext);

/** Sets the title of the tab, and the canonical address. */
export function usePageTitle(page: string): void {
  const brand = useBrand();
  const { t } = useTranslation();
  const title = t('title.suffix', { page, brand });
  const { pathname } = location;
  useEffect(() => {
    document.title = title;
    // The server wrote it for the first page.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (canonical) canonical.href = new URL(pathname, canonical.href).href;
  }, [title, pathname]);
}
