import type { ComponentType } from 'react';

let loaded: ComponentType | undefined;

/**
 * Loads the code of the listing page, also when a pointer comes near a card. Never its data: that
 * would count a view.
 */
export async function loadListingRoute() {
  const module = await import('./ListingRoute');
  loaded = module.ListingRoute;
  return module;
}

/** The page if its code is loaded: it then renders in one step. */
export const loadedListingRoute = (): ComponentType | undefined => loaded;
