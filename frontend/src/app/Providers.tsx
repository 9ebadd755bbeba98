import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider as StoreProvider } from 'react-redux';
import { usePublicSetting } from '../features/settings/usePublicSettings';
import { AppTheme } from '../theme/AppTheme';
import { BrandContext, useBrand } from '../ui/brand/brand';
import type { AppStore } from './store';

type ProvidersProps = { store: AppStore; i18n: I18n; children: ReactNode };

export function Providers({ store, i18n, children }: ProvidersProps) {
  return (
    <StoreProvider store={store}>
      <I18nextProvider i18n={i18n}>
        <AppTheme>
          <OperatorBrand>{children}</OperatorBrand>
        </AppTheme>
      </I18nextProvider>
    </StoreProvider>
  );
}

/**
 * Loads the public settings at start-up. Until then, or without them, the default brand is used.
 */
function OperatorBrand({ children }: { children: ReactNode }) {
  const brand = usePublicSetting(({ brandName }) => brandName);
  const defaultBrand = useBrand();
  return <BrandContext value={brand ?? defaultBrand}>{children}</BrandContext>;
}
