/** Lazy, because it loads the library of forms. */
export const loadRejectDialog = () => import('./RejectDialog').then((module) => module.RejectDialog);
