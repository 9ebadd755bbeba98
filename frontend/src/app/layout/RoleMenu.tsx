import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useWaiting } from '../../features/notifications/waiting';
import { type NavItem, waitingAt } from './navigation';
import { NewMarker } from './NewMarker';
import styles from './RoleMenu.module.css';
import { useFitting } from './useFitting';

const PopupMenu = lazy(() => import('../../ui/PopupMenu').then((module) => ({ default: module.PopupMenu })));

/** The role's menu in one line; what does not fit goes under More. */
export function RoleMenu({ items }: { items: readonly NavItem[] }) {
  const { t } = useTranslation();
  const waiting = useWaiting();
  const { container, fitting } = useFitting(items.length);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const rest = items.slice(fitting);
  return (
    <nav ref={container} className={styles.menu} aria-label={t('nav.label')}>
      {items.map((item, index) => (
        <NavLink
          key={item.label}
          to={item.to}
          end
          className={index < fitting ? styles.item : `${styles.item} ${styles.hidden}`}
        >
          {t(item.label)}{' '}
          <span className={styles.marker}>
            <NewMarker count={waitingAt([item], waiting)} />
          </span>
        </NavLink>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          className={styles.item}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('nav.more')}{' '}
          <span className={styles.marker}>
            <NewMarker count={waitingAt(rest, waiting)} />
          </span>
        </button>
      )}
      {anchor && (
        <Suspense>
          <PopupMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            items={rest.map((item) => ({
              label: t(item.label),
              icon: item.icon,
              to: item.to,
              marker: <NewMarker count={waitingAt([item], waiting)} />,
            }))}
          />
        </Suspense>
      )}
    </nav>
  );
}
