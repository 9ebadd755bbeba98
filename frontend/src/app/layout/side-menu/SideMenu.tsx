import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import type { UserResponse } from '../../../api/generated';
import { usePendingCounts } from '../../../features/notifications/pendingCounts';
import { Mui } from '../../../theme/Mui';
import { Avatar } from '../../../ui/user/Avatar';
import { useCloseRequest } from '../../../ui/dialog/useCloseRequest';
import { Icon } from '../../../ui/Icon';
import { paths } from '../../paths';
import { mainMenu, menuOf, countPending } from '../menus';
import { NewMarker } from '../header/NewMarker';
import { LazyLogout } from '../logout/LazyLogout';
import styles from './SideMenu.module.css';
import { SideMenuPreferences } from './SideMenuPreferences';
import { SideMenuSignUp } from './SideMenuSignUp';
import { useReturnTo } from '../useReturnTo';

type SideMenuProps = { user: UserResponse | null; onClose: () => void };

/** The header's content, as a menu for phones. */
export function SideMenu({ user, onClose }: SideMenuProps) {
  const { t } = useTranslation();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const pendingCounts = usePendingCounts();
  const returnTo = useReturnTo();
  useCloseRequest(onClose);
  useEffect(() => {
    if (user) LazyLogout.preload();
  }, [user]);
  return (
    <Mui>
      <Drawer
        open
        anchor="right"
        onClose={onClose}
        slotProps={{ paper: { 'aria-label': t('menu.title'), className: styles.drawer } }}
      >
        <div className={styles.head}>
          <Typography variant="h3" component="h2" className={styles.title}>
            {t('menu.title')}
          </Typography>
          <IconButton aria-label={t('menu.close')} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        {user && <UserInfo user={user} />}
        <nav className={styles.menu} aria-label={t('nav.label')}>
          {menuOf(mainMenu, user).map((item) => (
            <NavLink key={item.label} to={item.to} end className={styles.item} onClick={onClose}>
              <Icon name={item.icon} />
              {t(item.label)} {item.pendingKind && <NewMarker count={countPending([item], pendingCounts)} />}
            </NavLink>
          ))}
        </nav>
        <Divider className={styles.divider} />
        <SideMenuPreferences />
        <Divider className={styles.divider} />
        {user ? (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="logOut" />}
            onClick={() => setIsLoggingOut(true)}
          >
            {t('menu.logOut')}
          </Button>
        ) : (
          <>
            <Button
              variant="contained"
              component={Link}
              to={paths.login.href()}
              state={returnTo}
              onClick={onClose}
            >
              {t('nav.logIn')}
            </Button>
            <SideMenuSignUp onClose={onClose} />
          </>
        )}
      </Drawer>
      {user && isLoggingOut && (
        <LazyLogout userId={user.externalId} onClose={() => setIsLoggingOut(false)} onLoggedOut={onClose} />
      )}
    </Mui>
  );
}

function UserInfo({ user }: { user: UserResponse }) {
  return (
    <div className={styles.user}>
      <Avatar name={user.firstName} size={52} />
      <div className={styles.names}>
        <Typography variant="h3" component="p" noWrap>
          {user.firstName} {user.lastName}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {user.email}
        </Typography>
      </div>
    </div>
  );
}
