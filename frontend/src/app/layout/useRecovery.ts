import { useEffect, useEffectEvent, useRef } from 'react';
import { hasPendingMutations } from '../../api/baseQuery';
import { useTranslationStatus } from '../../i18n/useTranslationStatus';
import { findNewBuild, reloadFor } from '../../ui/lazy/newBuild';
import { useParts } from '../../ui/lazy/partsSlice';

/** Minimum time between two checks for a new build, in milliseconds. */
const minCheckInterval = 60_000;

/**
 * Recovers a tab after connection loss and after a deployment. What failed to load is requested
 * again at each navigation and when the browser comes online. A new build is detected at a
 * navigation and when the tab becomes visible; the next navigation reloads the tab at its new
 * address.
 *
 * `samePage`: the address changed, its page stayed.
 */
export function useRecovery(pathname: string, locationKey: string, samePage: boolean): void {
  const parts = useParts();
  const translations = useTranslationStatus();
  const build = useNewBuild();
  const entered = useRef({ locationKey, pathname });

  const retry = useEffectEvent(() => {
    parts.retry();
    translations.retry();
  });
  const onNavigation = useEffectEvent((key: string) => {
    const before = entered.current;
    entered.current = { locationKey: key, pathname };
    if (before.locationKey === key) return;
    const hasLeftPage = before.pathname !== pathname && !samePage;
    if (hasLeftPage && build.reload()) return;
    retry();
    void build.check();
  });
  useEffect(() => onNavigation(locationKey), [locationKey]);

  const check = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void build.check();
  });
  useEffect(() => {
    // Wrapped, because an effect event must not be passed on.
    const online = () => retry();
    const shown = () => check();
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', shown);
    return () => {
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', shown);
    };
  }, []);
}

function useNewBuild() {
  const newBuild = useRef<string>(undefined);
  const checkedAt = useRef(-minCheckInterval);
  return {
    check: async (): Promise<void> => {
      const now = performance.now();
      if (now - checkedAt.current < minCheckInterval) return;
      checkedAt.current = now;
      newBuild.current = (await findNewBuild()) ?? newBuild.current;
    },
    /** Returns whether the tab reloads, which it does not while mutations are running. */
    reload: (): boolean =>
      newBuild.current !== undefined && !hasPendingMutations() && reloadFor(newBuild.current),
  };
}
