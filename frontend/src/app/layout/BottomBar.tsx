import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { usePendingCounts } from '../../features/notifications/pendingCounts';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { Icon } from '../../ui/Icon';
import styles from './BottomBar.module.css';
import { paths } from '../paths';
import { bottomBar, canHavePending, mainMenu, menuOf, countPending } from './menus';
import { NewMarker } from './header/NewMarker';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';
import { useOpenOnPage } from './useOpenOnPage';
import { useReturnTo } from './useReturnTo';

const SideMenu = lazyPart(() => import('./side-menu/SideMenu').then((module) => module.SideMenu), overlay);

/** The navigation on phones; its last button opens the side menu. */
export function BottomBar() {
  const user = useCurrentUser();
  const { t } = useTranslation();
  const [open, setOpen] = useOpenOnPage<true>();
  const pendingCounts = usePendingCounts();
  const returnTo = useReturnTo();
  const items = menuOf(bottomBar, user);
  // The menu button has the marker of the entries that the bar does not show.
  const others = menuOf(mainMenu, user).filter(({ to }) => items.every((item) => item.to !== to));
  return (
    <>
      <nav className={styles.bar} aria-label={t('nav.bottom')}>
        {items.map((item) => (
          <NavLink
            key={item.label}
            to={item.to}
            state={item.to === paths.login.href() ? returnTo : undefined}
            end
            className={styles.item}
          >
            <Icon name={item.icon} size={22} />
            <span className={styles.label}>{t(item.label)}</span>{' '}
            {item.pendingKind && <NewMarker count={countPending([item], pendingCounts)} />}
          </NavLink>
        ))}
        {/* Rendered once the user is known, so that nothing moves. */}
        {user !== undefined && (
          <button
            type="button"
            className={styles.item}
            aria-haspopup="dialog"
            aria-expanded={open !== null}
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" size={22} />
            <span className={styles.label}>{t('nav.menu')}</span>{' '}
            {canHavePending(others) && <NewMarker count={countPending(others, pendingCounts)} />}
          </button>
        )}
      </nav>
      {open && <SideMenu user={user ?? null} onClose={() => setOpen(null)} />}
    </>
  );
}
