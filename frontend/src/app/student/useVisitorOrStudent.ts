import { useEffect, useState } from 'react';
import { type CurrentUser, useCurrentUser } from '../../features/session/useCurrentUser';
import { whenIdle } from '../../ui/lazy/whenIdle';

/**
 * The student, or null for a visitor. Undefined for others, and until the page is idle: the results
 * are shown first.
 */
export function useVisitorOrStudent(): CurrentUser {
  const user = useCurrentUser();
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle && (!user || user.role === 'STUDENT') ? user : undefined;
}
