import { createSlice, type PayloadAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';

/**
 * Toasts: short messages that need no response, as after something was saved.
 *
 *     const showToast = useShowToast();
 *     showToast(t('deleted'), 'success');
 *
 * One toast is on screen at a time; a new one replaces it. Toasts of one `kind` are merged while
 * they are on screen, into a text with their number:
 *
 *     showToast(t('review.approved', { name }), 'success', {
 *       kind: 'registration.approved',
 *       merged: (count) => t('review.approvedCount', { count }),
 *     });
 *
 * The failure of an action on a row belongs next to that row: `list/rowNotices`.
 */
export type Toast = {
  id: number;
  text: string;
  severity: 'success' | 'info' | 'error';
  kind: string | null;
  /** Number of actions that the text is about. */
  count: number;
};

type MergeToasts = {
  /** Toasts of the same kind and severity are merged. */
  kind: string;
  /** Number of actions of this toast; 1 by default. */
  count?: number;
  /** The text for two actions or more. */
  merged: (count: number) => string;
};

type ToastsState = { shown: Toast | null; lastId: number };

const initialState: ToastsState = { shown: null, lastId: 0 };

export const toastsSlice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastShown: (state, { payload }: PayloadAction<Omit<Toast, 'id'>>) => {
      // A merged toast has a new id too: it is announced again, and its time restarts.
      state.lastId += 1;
      state.shown = { ...payload, id: state.lastId };
    },
    /** By id: the dismissal of a replaced toast must not remove the newer one. */
    toastDismissed: (state, { payload }: PayloadAction<number>) => {
      if (state.shown?.id === payload) state.shown = null;
    },
    /** After a logout: the next user must not read the previous user's. */
    toastsCleared: (state) => {
      state.shown = null;
    },
  },
  selectors: { selectShown: ({ shown }) => shown },
});

export const { toastsCleared } = toastsSlice.actions;
const { toastShown, toastDismissed } = toastsSlice.actions;
const { selectShown } = toastsSlice.selectors;
type WithToasts = Parameters<typeof selectShown>[0];

export type ShowToast = (text: string, severity?: Toast['severity'], merge?: MergeToasts) => void;

const showToast =
  (...[text, severity = 'info', merge]: Parameters<ShowToast>) =>
  (dispatch: (action: UnknownAction) => unknown, getState: () => WithToasts): void => {
    const shown = selectShown(getState());
    const kind = merge?.kind ?? null;
    const earlier = shown && kind !== null && shown.kind === kind && shown.severity === severity;
    const count = (merge?.count ?? 1) + (earlier ? shown.count : 0);
    dispatch(toastShown({ text: merge && count > 1 ? merge.merged(count) : text, severity, kind, count }));
  };

export function useShowToast(): ShowToast {
  const dispatch = useDispatch<ThunkDispatch<WithToasts, unknown, UnknownAction>>();
  return useCallback((...toast) => dispatch(showToast(...toast)), [dispatch]);
}

export const useToast = (): Toast | null => useSelector(selectShown);

export function useDismissToast(): (id: number) => void {
  const dispatch = useDispatch();
  return useCallback((id) => void dispatch(toastDismissed(id)), [dispatch]);
}
