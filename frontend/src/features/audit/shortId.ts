/** Enough of an id to tell two apart: the end, because ids begin with the time. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
