import { type ComponentType, lazy } from 'react';

/** A part that only helps: where its code cannot be loaded, the page goes on without it. */
export const lazyHelp = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
