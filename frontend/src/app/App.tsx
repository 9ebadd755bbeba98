import type { i18n as I18n } from 'i18next';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { access } from './access';
import { ErrorScreen } from './ErrorScreen';
import { Guard } from './Guard';
import { Layout } from './layout/Layout';
import { NotFoundPage } from './NotFoundPage';
import { pages } from './pages';
import { pageNames, paths } from './paths';
import { Providers } from './Providers';
import type { AppStore } from './store';

export function App({ store, i18n }: { store: AppStore; i18n: I18n }) {
  return (
    <Providers store={store} i18n={i18n}>
      <ErrorBoundary FallbackComponent={ErrorScreen}>
        {/* Without transitions a skeleton shows immediately, going back restores the scroll
            position, and logout leaves a guarded page before its guard reacts. */}
        <BrowserRouter useTransitions={false}>
          <Routes>
            <Route element={<Layout />}>
              {pageNames.map((name) => {
                const Page = pages[name];
                const element = (
                  <Guard allowed={access[name]}>
                    <Page />
                  </Guard>
                );
                return <Route key={name} path={paths[name].path} element={element} />;
              })}
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </BrowserRouter>
      </ErrorBoundary>
    </Providers>
  );
}
