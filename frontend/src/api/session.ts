import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { readSession, removeSessionEnd, type Session, writeSession } from './token';

/** The session of local storage (`token.ts`), for components. Change it by the functions below. */
export const sessionSlice = createSlice({
  name: 'session',
  initialState: readSession,
  reducers: {
    sessionChanged: (_session, { payload }: PayloadAction<Session>) => payload,
  },
  selectors: {
    selectToken: ({ token }) => token,
    selectHasEnded: ({ hasEnded }) => hasEnded,
  },
});

export const { selectToken, selectHasEnded } = sessionSlice.selectors;

/** Reads what another tab may have written. */
export const syncSession = (dispatch: Dispatch): void =>
  void dispatch(sessionSlice.actions.sessionChanged(readSession()));

function changeSession(dispatch: Dispatch, session: Session): void {
  writeSession(session);
  syncSession(dispatch);
}

export const storeToken = (dispatch: Dispatch, token: string): void =>
  changeSession(dispatch, { token, hasEnded: false });

/** For a logout. */
export const clearSession = (dispatch: Dispatch): void =>
  changeSession(dispatch, { token: null, hasEnded: false });

/** For a session that the server rejects. */
export const endSession = (dispatch: Dispatch): void =>
  changeSession(dispatch, { token: null, hasEnded: true });

/** Called after the notice was shown. */
export function clearSessionEnd(dispatch: Dispatch): void {
  removeSessionEnd();
  syncSession(dispatch);
}
