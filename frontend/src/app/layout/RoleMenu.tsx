import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useWaiting } from '../../features/notifications/waiting';
import { hasDesk, type NavItem, waitingAt } from './navigation';
import { NewMarker } from './NewMarker';
import styles from './RoleMenu.module.css';
import { useFitting } from './useFitting';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const PopupMenu = lazyPart(() => import('../../ui/PopupMenu').then((module) => module.PopupMenu), overlay);

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
          {t(item.label)} {item.desk && <NewMarker count={waitingAt([item], waiting)} />}
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
          {t('nav.more')} {hasDesk(rest) && <NewMarker count={waitingAt(rest, waiting)} />}
        </button>
      )}
      {anchor && (
        <PopupMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          items={rest.map((item) => ({
            label: t(item.label),
            icon: item.icon,
            to: item.to,
            marker: item.desk && <NewMarker count={waitingAt([item], waiting)} />,
          }))}
        />
      )}
    </nav>
  );
}
