import { createContext, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The default name of the portal. */
export const BrandContext = createContext('Fensterplatz');

export const useBrand = (): string => useContext(BrandContext);

/** The id of the live region for the titles of new pages. */
export const newPageId = 'new-page';

/** Sets the title of the tab, and the canonical address. Announces the title of a new page. */
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
    const region = document.getElementById(newPageId);
    if (!region) return;
    // Screen readers read the title of the first page themselves, and no changes of titles.
    const { path } = region.dataset;
    region.textContent = path === undefined || path === pathname ? '' : page;
    region.dataset['path'] = pathname;
  }, [title, page, pathname]);
}
