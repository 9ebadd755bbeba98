import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, type Toast } from './toasts';

/** One toast, from appearing to having left the screen. */
export function ToastSnackbar({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  return (
    <Snackbar
      open={open}
      autoHideDuration={6000}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') setOpen(false);
      }}
      slotProps={{ transition: { onExited: () => dismissToast(toast.id) } }}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      sx={{ bottom: { xs: 84, md: 24 } }}
    >
      <Alert
        severity={toast.severity}
        variant="filled"
        // MUI's own filled ground is too pale for white words in the dark scheme.
        sx={{ bgcolor: `${toast.severity}.main`, color: `${toast.severity}.contrastText` }}
        onClose={() => setOpen(false)}
        closeText={t('toast.close')}
      >
        {toast.text}
      </Alert>
    </Snackbar>
  );
}
