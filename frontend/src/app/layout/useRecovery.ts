import { useEffect, useEffectEvent, useRef } from 'react';
import { isSending } from '../../api/baseQuery';
import { useTexts } from '../../i18n/useTexts';
import { findNewBuild, reloadFor } from '../../ui/lazy/newBuild';
import { useParts } from '../../ui/lazy/partsSlice';

/** How often the tab asks for a new build at most, in milliseconds. */
const askAgainAfter = 60_000;

/**
 * Lets a tab go on after a loss of the network and after a deployment. What did
 * not arrive is asked for again at each navigation, and when the browser is
 * online again. A new build is looked for at a navigation and when the tab is
 * shown again; the navigation after that reloads the tab, at its new address.
 *
 * `samePage`: the address became another one, its page stayed.
 */
export function useRecovery(pathname: string, locationKey: string, samePage: boolean): void {
  const parts = useParts();
  const texts = useTexts();
  const build = useNewBuild();
  const entered = useRef({ locationKey, pathname });

  const retry = useEffectEvent(() => {
    parts.retry();
    texts.retry();
  });
  const arrive = useEffectEvent((key: string) => {
    const before = entered.current;
    entered.current = { locationKey: key, pathname };
    if (before.locationKey === key) return;
    const left = before.pathname !== pathname && !samePage;
    if (left && build.reload()) return;
    retry();
    void build.look();
  });
  useEffect(() => arrive(locationKey), [locationKey]);

  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void build.look();
  });
  useEffect(() => {
    // Functions of their own: an effect event must not be handed on.
    const online = () => retry();
    const shown = () => look();
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', shown);
    return () => {
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', shown);
    };
  }, []);
}

function useNewBuild() {
  const found = useRef<string>(undefined);
  const asked = useRef(-askAgainAfter);
  return {
    look: async (): Promise<void> => {
      const now = performance.now();
      if (now - asked.current < askAgainAfter) return;
      asked.current = now;
      found.current = (await findNewBuild()) ?? found.current;
    },
    /** Answers whether the tab reloads. What is being sent is not broken off. */
    reload: (): boolean => found.current !== undefined && !isSending() && reloadFor(found.current),
  };
}
