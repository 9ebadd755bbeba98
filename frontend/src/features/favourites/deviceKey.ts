/** Part of the first screen, which only asks whether there are any. */
export const deviceKey = 'favourites';
