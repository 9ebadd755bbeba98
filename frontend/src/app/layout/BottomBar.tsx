import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useWaiting } from '../../features/notifications/waiting';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { Icon } from '../../ui/Icon';
import styles from './BottomBar.module.css';
import { paths } from '../paths';
import { bottomBar, hasDesk, mainMenu, menuOf, waitingAt } from './navigation';
import { NewMarker } from './NewMarker';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';
import { useReturnTo } from './useReturnTo';

const SideMenu = lazyPart(() => import('./SideMenu').then((module) => module.SideMenu), overlay);

/** The navigation of a phone; its last button opens the side menu. */
export function BottomBar() {
  const user = useCurrentUser();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const waiting = useWaiting();
  const returnTo = useReturnTo();
  const items = menuOf(bottomBar, user);
  // What the bar does not show itself waits behind its last button.
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
            {item.desk && <NewMarker count={waitingAt([item], waiting)} />}
          </NavLink>
        ))}
        {/* Nothing moves when it becomes known whose menu it is. */}
        {user !== undefined && (
          <button
            type="button"
            className={styles.item}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" size={22} />
            <span className={styles.label}>{t('nav.menu')}</span>{' '}
            {hasDesk(others) && <NewMarker count={waitingAt(others, waiting)} />}
          </button>
        )}
      </nav>
      {open && <SideMenu user={user ?? null} onClose={() => setOpen(false)} />}
    </>
  );
}
