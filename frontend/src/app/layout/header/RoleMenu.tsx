import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { usePendingCounts } from '../../../features/notifications/pendingCounts';
import { LazyPopupMenu } from '../../../ui/panel/LazyPopupMenu';
import { canHavePending, type NavItem, countPending } from '../menus';
import { useOpenOnPage } from '../useOpenOnPage';
import { NewMarker } from './NewMarker';
import styles from './RoleMenu.module.css';
import { useFittingLinks } from './useFittingLinks';

/** The role's menu in one line; entries that do not fit are below More. */
export function RoleMenu({ items }: { items: readonly NavItem[] }) {
  const { t } = useTranslation();
  const pendingCounts = usePendingCounts();
  const { container, fittingCount } = useFittingLinks(items.length);
  const [anchor, setAnchor] = useOpenOnPage<HTMLElement>();
  const rest = items.slice(fittingCount);
  return (
    <nav ref={container} className={styles.menu} aria-label={t('nav.label')}>
      {items.map((item, index) => (
        <NavLink
          key={item.label}
          to={item.to}
          end
          className={index < fittingCount ? styles.item : `${styles.item} ${styles.hidden}`}
        >
          {t(item.label)} {item.pendingKind && <NewMarker count={countPending([item], pendingCounts)} />}
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
          {t('nav.more')} {canHavePending(rest) && <NewMarker count={countPending(rest, pendingCounts)} />}
        </button>
      )}
      {anchor && (
        <LazyPopupMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          items={rest.map((item) => ({
            label: t(item.label),
            icon: item.icon,
            to: item.to,
            marker: item.pendingKind && <NewMarker count={countPending([item], pendingCounts)} />,
          }))}
        />
      )}
    </nav>
  );
}
