import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether the component is still on the page. For what follows a request: it must not lead a user
 * back who has left.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
