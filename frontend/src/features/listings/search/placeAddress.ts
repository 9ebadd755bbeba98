/** A city, or a district of one, as the reader chose it. */
export type ChosenPlace = { city: string; district: string | null };

/** As long as names of places may be. */
const longestName = 100;

/** A slash separates the two names; one within a name is escaped, and so is what escapes. */
const escape = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F');
const unescape = (name: string): string => name.replaceAll(/%2F/gi, '/').replaceAll('%25', '%').trim();

/** What the server can look for: a letter or a digit, and nothing that controls. */
const isName = (name: string): boolean =>
  name.length <= longestName && /[\p{L}\p{N}]/u.test(name) && !/\p{Cc}/u.test(name);

/** `City` or `City/District`; null for anything else. */
export function parsePlace(text: string): ChosenPlace | null {
  const [city = '', district = null, ...rest] = text.split('/').map(unescape);
  if (!isName(city) || rest.length > 0 || (district !== null && !isName(district))) return null;
  return { city, district };
}

export const formatPlace = ({ city, district }: ChosenPlace): string =>
  district === null ? escape(city) : `${escape(city)}/${escape(district)}`;

/** In one line, the smaller one first, as in a suggestion. */
export const placeName = ({ city, district }: ChosenPlace): string =>
  district === null ? city : `${district}, ${city}`;
