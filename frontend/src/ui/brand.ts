import { createContext, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The portal's name; the operator may have chosen another one. */
export const BrandContext = createContext('Fensterplatz');

export const useBrand = (): string => useContext(BrandContext);

/** Names the browser's tab after the page, and the address that browsers share. */
export function usePageTitle(page: string): void {
  const brand = useBrand();
  const { t } = useTranslation();
  const title = t('title.suffix', { page, brand });
  const { pathname } = location;
  useEffect(() => {
    document.title = title;
    // The server wrote it for the page that was opened first.
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (canonical) canonical.href = new URL(pathname, canonical.href).href;
  }, [title, pathname]);
}
