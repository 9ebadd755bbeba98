/** A city, or a district of a city. */
export type Place = { city: string; district: string | null };

/** In kilometres. */
export const radii = [5, 10, 20, 50] as const;

/** A town with its surroundings. */
export type Near = { city: string; radiusKm: (typeof radii)[number] };

/** The server's limit. */
const maxNameLength = 100;

/** A slash separates city and district; slashes and percent signs in a name are escaped. */
const escape = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F');
const unescape = (name: string): string => name.replaceAll(/%2F/gi, '/').replaceAll('%25', '%').trim();

/**
 * As on the server: at least one letter or digit, and no control characters, line separators or
 * overrides of the direction.
 */
export const isName = (name: string): boolean =>
  name.length <= maxNameLength &&
  /[\p{L}\p{N}]/u.test(name) &&
  !/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u.test(name);

/** Parses `City` or `City/District`; null for anything else. */
export function parsePlace(text: string): Place | null {
  const [city = '', district = null, ...rest] = text.split('/').map(unescape);
  if (!isName(city) || rest.length > 0 || (district !== null && !isName(district))) return null;
  return { city, district };
}

export const formatPlace = ({ city, district }: Place): string =>
  district === null ? escape(city) : `${escape(city)}/${escape(district)}`;
