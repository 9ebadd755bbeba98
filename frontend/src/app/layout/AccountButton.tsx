import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '../../api/generated';
import { useLogout } from '../../features/session/useLogout';
import { Avatar } from '../../ui/Avatar';
import { paths } from '../paths';

const PopupMenu = lazy(() => import('../../ui/PopupMenu').then((module) => ({ default: module.PopupMenu })));

export function AccountButton({ user }: { user: UserResponse }) {
  const { t } = useTranslation();
  const logout = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('account.menu', { name: `${user.firstName} ${user.lastName}` })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ flex: 'none', p: 0.5 }}
      >
        <Avatar name={user.firstName} />
      </IconButton>
      {anchor && (
        <Suspense>
          <PopupMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            items={[
              { label: t('nav.profile'), icon: 'user', to: paths.account.href() },
              { label: t('nav.logOut'), icon: 'logOut', onSelect: () => void logout() },
            ]}
          />
        </Suspense>
      )}
    </>
  );
}
