import { type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { newPageId } from '../../ui/brand/brand';
import { focusContent } from '../../ui/layout/focusContent';
import { Toasts } from '../../ui/toast/Toasts';
import { DeviceData } from '../student/DeviceData';
import { renderHeart } from '../student/favourites';
import { CardCorner } from '../../features/listings/card/CardCorner';
import { ErrorScreen } from '../ErrorScreen';
import { PageLoading } from '../PageLoading';
import { BottomBar } from './BottomBar';
import { Footer } from './Footer';
import { Header } from './header/Header';
import styles from './Layout.module.css';
import { Notifications } from './header/Notifications';
import { TranslationNotice } from './TranslationNotice';
import { useRecovery } from './useRecovery';

/** The frame around every page. It stays when a page fails. */
export function Layout() {
  const { t } = useTranslation();
  const { pathname, state, key } = useLocation();
  const navigation = useNavigationType();
  // The state of a history entry remains: Back opens it as another page.
  const samePage = navigation !== NavigationType.Pop && isSamePage(state);
  const main = useRef<HTMLElement>(null);
  usePageEntered(pathname, navigation, samePage);
  useRecovery(pathname, key, samePage);
  // Not by the browser, whose history entry would lack the state of the router.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
    main.current?.scrollIntoView();
  };
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content" onClick={skip}>
        {t('skipToContent')}
      </a>
      <Header />
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        <ErrorBoundary FallbackComponent={ErrorScreen} resetKeys={[pathname]}>
          <Suspense fallback={<PageLoading />}>
            <CardCorner value={renderHeart}>
              <Outlet />
            </CardCorner>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <BottomBar />
      <p id={newPageId} aria-live={samePage ? 'off' : 'polite'} className="visually-hidden" />
      <Toasts />
      <TranslationNotice />
      <Notifications />
      <DeviceData />
    </div>
  );
}

/** Whether only the address changed, as after a new listing was saved. */
const isSamePage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'samePage' in state;

/** Moves scroll position and focus to the top of a new page. Going back is left to the browser. */
function usePageEntered(pathname: string, navigation: NavigationType, samePage: boolean) {
  const entered = useRef(pathname);
  useEffect(() => {
    if (entered.current === pathname) return;
    entered.current = pathname;
    if (navigation === NavigationType.Pop || samePage) return;
    window.scrollTo(0, 0);
    focusContent();
  }, [pathname, navigation, samePage]);
}
