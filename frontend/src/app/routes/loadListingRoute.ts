import type { ComponentType } from 'react';

let loaded: ComponentType | undefined;

/** The code of the listing page, also asked for when a pointer comes near a card. Never its data: that would count a view. */
export async function loadListingRoute() {
  const module = await import('./ListingRoute');
  loaded = module.ListingRoute;
  return module;
}

/** The page if its code is there: it is drawn in one step then. */
export const loadedListingRoute = (): ComponentType | undefined => loaded;
