import { useState } from 'react';
import { useToast } from './toasts';

/**
 * Announces toasts that are shown while a dialog is open: the visible ones are outside of it, where
 * screen readers read nothing.
 */
export function ToastInDialog() {
  const toast = useToast();
  const [idBefore] = useState(toast?.id);
  return (
    toast &&
    toast.id !== idBefore && (
      <div key={toast.id} role="alert" className="visually-hidden">
        {/* As a name, so that the text is on the page only once. */}
        <span role="img" aria-label={toast.text} />
      </div>
    )
  );
}
