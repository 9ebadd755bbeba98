import { useDispatch } from 'react-redux';
import { api } from '../../api/endpoints';
import { clearToken } from '../../api/token';

/** Forgets on this device who was logged in, and everything that was read as them. */
export function useForgetSession(): () => void {
  const dispatch = useDispatch();
  return () => {
    clearToken();
    dispatch(api.util.resetApiState());
  };
}
