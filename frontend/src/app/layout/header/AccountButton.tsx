import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '../../../api/generated';
import { LazyPopupMenu } from '../../../ui/panel/LazyPopupMenu';
import { Avatar } from '../../../ui/user/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { paths } from '../../paths';
import { LazyLogout } from '../logout/LazyLogout';
import { useOpenOnPage } from '../useOpenOnPage';
import styles from './Header.module.css';

export function AccountButton({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const [anchor, setAnchor] = useOpenOnPage<HTMLElement>();
  return (
    <>
      <IconButton
        aria-label={t('account.menu', { name: `${user.firstName} ${user.lastName}` })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          LazyLogout.preload();
        }}
        className={styles.account}
      >
        <Avatar name={user.firstName} />
      </IconButton>
      {anchor && (
        <LazyPopupMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          items={[
            { label: t('nav.profile'), icon: 'user', to: paths.account.href() },
            { label: t('nav.logOut'), icon: 'logOut', onSelect: () => setIsLoggingOut(true) },
          ]}
        />
      )}
      {isLoggingOut && <LazyLogout userId={user.externalId} onClose={() => setIsLoggingOut(false)} />}
    </>
  );
}
