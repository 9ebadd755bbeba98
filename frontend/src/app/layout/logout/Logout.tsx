import { useEffect, useEffectEvent, useState } from 'react';
import { useLatestTask } from '../../../api/useLatestTask';
import { useLogout } from '../../../features/session/useLogout';
import { findUnsent, type Unsent } from './findUnsent';
import { LogoutDialog } from './LogoutDialog';

type LogoutProps = {
  userId: string;
  /** The user chose to stay. */
  onClose: () => void;
  onLoggedOut?: () => void;
};

/** Logs out, and asks first if that deletes unsent input. */
export function Logout({ userId, onClose, onLoggedOut }: LogoutProps) {
  const logout = useLogout();
  const startTask = useLatestTask();
  const [unsent, setUnsent] = useState<Unsent>();
  const confirm = () => {
    logout();
    onLoggedOut?.();
  };
  const proceed = useEffectEvent((found: Unsent) => {
    if (Object.values(found).some((count) => count > 0)) setUnsent(found);
    else confirm();
  });
  useEffect(() => startTask(async (wait) => proceed(await wait(findUnsent(userId)))), [startTask, userId]);
  return unsent && <LogoutDialog unsent={unsent} onConfirm={confirm} onClose={onClose} />;
}
