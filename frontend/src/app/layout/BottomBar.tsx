import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { Icon } from '../../ui/Icon';
import styles from './BottomBar.module.css';
import { bottomBar, menuOf } from './navigation';

const SideMenu = lazy(() => import('./SideMenu').then((module) => ({ default: module.SideMenu })));

/** The navigation of a phone; its last button opens the side menu. */
export function BottomBar() {
  const user = useCurrentUser();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <nav className={styles.bar} aria-label={t('nav.bottom')}>
        {menuOf(bottomBar, user).map((item) => (
          <NavLink key={item.label} to={item.to} end className={styles.item}>
            <Icon name={item.icon} size={22} />
            {t(item.label)}
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
            {t('nav.menu')}
          </button>
        )}
      </nav>
      {open && (
        <Suspense>
          <SideMenu user={user ?? null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
