/** The end of an id, because ids begin with the time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
