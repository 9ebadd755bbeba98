import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../Icon';
import { IconButton } from '../button/IconButton';
import styles from './Toasts.module.css';
import { type Toast, useDismissToast, useToast } from './toasts';

/** Display time of a toast in milliseconds. */
const visibleFor = 6000;

const icons: Record<Toast['severity'], IconName> = { success: 'check', info: 'info', error: 'alert' };

/** Shows the newest toast. Part of the first file: a toast may say that nothing can be loaded. */
export function Toasts() {
  const toast = useToast();
  return toast && <ShownToast key={toast.id} toast={toast} />;
}

function ShownToast({ toast: { id, text, severity } }: { toast: Toast }) {
  const { t } = useTranslation();
  const dismiss = useDismissToast();
  const hold = useExpiry(() => dismiss(id));
  return (
    <div className={styles.region}>
      <div role="alert" className={`${styles.toast} ${styles[severity]}`} {...hold}>
        <Icon name={icons[severity]} />
        <p className={styles.text}>{text}</p>
        <IconButton color="inherit" aria-label={t('toast.close')} onClick={() => dismiss(id)}>
          <Icon name="close" />
        </IconButton>
      </div>
    </div>
  );
}

/**
 * Expires after the display time, except while the toast is hovered or focused, or the window has
 * no focus.
 */
function useExpiry(expire: () => void) {
  const [held, setHeld] = useState(() => !document.hasFocus());
  const onExpire = useEffectEvent(expire);
  useEffect(() => {
    const hold = () => setHeld(true);
    const release = () => setHeld(false);
    window.addEventListener('blur', hold);
    window.addEventListener('focus', release);
    return () => {
      window.removeEventListener('blur', hold);
      window.removeEventListener('focus', release);
    };
  }, []);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onExpire, visibleFor);
    return () => clearTimeout(timer);
  }, [held]);
  return {
    onMouseEnter: () => setHeld(true),
    onMouseLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}
