import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { clearSessionEnd, selectHasEnded } from '../../api/session';

/** Whether the session ended without a logout. Leaving the page removes the flag. */
export function useSessionEnded(): boolean {
  const dispatch = useDispatch();
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // Effects may run again on the same page.
      if (window.location.pathname !== pathname) clearSessionEnd(dispatch);
    };
  }, [dispatch]);
  return useSelector(selectHasEnded);
}
