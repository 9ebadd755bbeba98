import { useEffect, useEffectEvent } from 'react';

/** Not in the types of the DOM yet, nor in every browser. */
type CloseWatchers = {
  CloseWatcher?: new () => EventTarget & { destroy: () => void };
};

/**
 * Closes what is open by the Back gesture of Android, which would leave the page. Escape is a close
 * request as well, but belongs to the element that handles the key, as an open menu inside.
 */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as CloseWatchers;
    if (!CloseWatcher) return undefined;
    let isEscape = false;
    const onKey = ({ type, key }: KeyboardEvent) => {
      isEscape = type === 'keydown' && key === 'Escape';
    };
    const watch = () => {
      const created = new CloseWatcher();
      created.addEventListener('close', () => {
        // Each gets one request only.
        watcher = watch();
        if (!isEscape) close();
        isEscape = false;
      });
      return created;
    };
    let watcher = watch();
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onKey, true);
    return () => {
      watcher.destroy();
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onKey, true);
    };
  }, []);
}
