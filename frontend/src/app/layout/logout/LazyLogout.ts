import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

/** What opens a menu with the logout preloads it, so that a logout also works offline. */
export const LazyLogout = lazyPart(() => import('./Logout').then((module) => module.Logout), overlay);
