import { lazy, Suspense } from 'react';
import { useToasts } from './toasts';

const ToastSnackbar = lazy(() =>
  import('./ToastSnackbar').then((module) => ({ default: module.ToastSnackbar })),
);

/** Shows the oldest toast of the queue; its code is loaded with the first one. */
export function Toasts() {
  const [toast] = useToasts();
  return <Suspense>{toast && <ToastSnackbar key={toast.id} toast={toast} />}</Suspense>;
}
