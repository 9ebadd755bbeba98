import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Mui } from '../../theme/Mui';
import { Icon } from '../Icon';
import { ToastInDialog } from '../toast/ToastInDialog';
import styles from './Dialog.module.css';
import { useBusyFocus } from './useBusyFocus';
import { useCloseRequest } from './useCloseRequest';

type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** The buttons. */
  actions: ReactNode;
  onClose: () => void;
  /** Cannot be closed while an action is running. */
  busy?: boolean;
  /** Only long text, which the keyboard can scroll. */
  text?: boolean;
  /** The width; `text` by default. */
  size?: 'text' | 'document';
  /** Closes by a cross next to the title, where the buttons only decide. */
  closeByCross?: boolean;
};

/** Open while mounted. It keeps the focus inside, and returns it. A tap beside it keeps what was typed. */
export function Dialog(props: DialogProps) {
  const { title, children, actions, onClose, busy = false, text = false } = props;
  const { size = 'text', closeByCross = false } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const busyFocus = useBusyFocus(busy);
  const closeUnlessBusy = () => {
    if (!busy) onClose();
  };
  useCloseRequest(closeUnlessBusy);
  const isTyped = useRef(false);
  return (
    <Mui>
      <MuiDialog
        open
        fullWidth
        maxWidth={size === 'document' ? 'lg' : 'sm'}
        aria-labelledby={titleId}
        onClose={(_, reason) => {
          // A tap beside the dialog can be an accident.
          if (reason !== 'backdropClick' || !isTyped.current) closeUnlessBusy();
        }}
        slotProps={{
          paper: { ...busyFocus, onInput: () => (isTyped.current = true), className: styles.paper },
        }}
      >
        <div className={styles.head}>
          <DialogTitle id={titleId} variant="h3" component="h2" className={styles.title}>
            {title}
          </DialogTitle>
          {closeByCross && (
            <IconButton
              aria-label={t('dialog.close')}
              disabled={busy}
              className={styles.cross}
              onClick={onClose}
            >
              <Icon name="close" />
            </IconButton>
          )}
        </div>
        <DialogContent
          className={styles.content}
          {...(text && { role: 'region', tabIndex: 0, 'aria-labelledby': titleId })}
        >
          {children}
        </DialogContent>
        <DialogActions disableSpacing className={styles.actions}>
          {actions}
        </DialogActions>
        <ToastInDialog />
      </MuiDialog>
    </Mui>
  );
}
