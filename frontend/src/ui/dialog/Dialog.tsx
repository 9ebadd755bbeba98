import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';

type DialogProps = {
  title: ReactNode;
  children: ReactNode;
  /** The buttons. */
  actions: ReactNode;
  onClose: () => void;
  /** Cannot be closed while something is under way. */
  busy?: boolean;
  /** Long text and nothing else: the keyboard can scroll it. */
  text?: boolean;
};

/** Mount it to open it. The focus goes in, stays in, and comes back. */
export function Dialog({ title, children, actions, onClose, busy = false, text = false }: DialogProps) {
  const titleId = useId();
  return (
    <MuiDialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      onClose={() => {
        if (!busy) onClose();
      }}
      slotProps={{ paper: { sx: { m: 2, width: 'calc(100% - 32px)' } } }}
    >
      <DialogTitle id={titleId} variant="h3" component="h2" sx={{ px: 3, pt: 3, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent
        {...(text && { role: 'region', tabIndex: 0, 'aria-labelledby': titleId })}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </DialogContent>
      <DialogActions sx={{ gap: 1, p: 3, pt: 1, flexWrap: 'wrap' }}>{actions}</DialogActions>
    </MuiDialog>
  );
}
