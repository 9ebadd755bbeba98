import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Mui } from '../../theme/Mui';
import { MoreIcon, type MoreIconName } from '../MoreIcon';
import styles from './PopupMenu.module.css';

type PopupMenuItem = { label: string; icon: MoreIconName; marker?: ReactNode } & (
  | { to: string }
  | { onSelect: () => void }
);

type PopupMenuProps = { anchor: HTMLElement; items: readonly PopupMenuItem[]; onClose: () => void };

/** A menu below the button that opened it. Load it lazily: it is only needed after a click. */
export function PopupMenu({ anchor, items, onClose }: PopupMenuProps) {
  return (
    <Mui>
      <Menu
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: styles.menu } }}
      >
        {items.map((item) => {
          const content = (
            <>
              <ListItemIcon>
                <MoreIcon name={item.icon} />
              </ListItemIcon>
              {item.label}
              {item.marker && <span className={styles.marker}> {item.marker}</span>}
            </>
          );
          return 'to' in item ? (
            <MenuItem
              key={item.label}
              component={Link}
              to={item.to}
              onClick={onClose}
              className={styles.item}
            >
              {content}
            </MenuItem>
          ) : (
            <MenuItem
              key={item.label}
              onClick={() => {
                onClose();
                item.onSelect();
              }}
              className={styles.item}
            >
              {content}
            </MenuItem>
          );
        })}
      </Menu>
    </Mui>
  );
}
