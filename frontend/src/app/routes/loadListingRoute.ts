/** The code of the listing page, also asked for when a pointer comes near a card. Never its data: that would count a view. */
export const loadListingRoute = () => import('./ListingRoute');
