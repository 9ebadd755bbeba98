import { createContext, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The portal's name; the operator may have chosen another one. */
export const BrandContext = createContext('Fensterplatz');

export const useBrand = (): string => useContext(BrandContext);

/** Names the browser's tab after the page. */
export function usePageTitle(page: string): void {
  const brand = useBrand();
  const { t } = useTranslation();
  const title = t('title.suffix', { page, brand });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
