import type { Dispatch } from '@reduxjs/toolkit';
import { api } from '../../api/initialEndpoints';
import { toastsCleared } from '../../ui/toast/toasts';

/** The next user must not get this user's responses and toasts. */
export function forgetUser(dispatch: Dispatch): void {
  dispatch(api.util.resetApiState());
  dispatch(toastsCleared());
}
