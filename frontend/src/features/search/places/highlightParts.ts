/** `offset` is in characters from the start of the name. */
type NamePart = { offset: number; text: string; isMatch: boolean };

const transliterations: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

const withoutAccents = (letter: string) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * How many letters at the start of a name a prefix matches, ignoring accents and the spelling of
 * umlauts (`muen` matches `mün`). 0 if the name does not start with the prefix.
 */
function prefixLength(letters: readonly string[], prefix: string): number {
  let rest = prefix;
  let length = 0;
  while (rest !== '') {
    const letter = letters[length];
    if (letter === undefined) return 0;
    const spellings = [transliterations[letter], letter, withoutAccents(letter)];
    const spelling = spellings.find((spelling) => spelling !== undefined && rest.startsWith(spelling));
    if (spelling === undefined || spelling === '') return 0;
    rest = rest.slice(spelling.length);
    length += 1;
  }
  return length;
}

/**
 * Splits a name into parts that match a prefix of the typed words and parts that do not. Fuzzy
 * matches do not count.
 */
export function highlightParts(name: string, typed: string): NamePart[] {
  const prefixes = typed
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s-]+/);
  const parts: NamePart[] = [];
  let offset = 0;
  const addPart = (text: string, isMatch: boolean) => {
    if (text !== '') parts.push({ offset, text, isMatch });
    offset += text.length;
  };
  for (const word of name.normalize('NFC').split(/(?<=[\s-])/)) {
    const lowerCase = Array.from(word.toLowerCase());
    const length = Math.max(...prefixes.map((prefix) => prefixLength(lowerCase, prefix)));
    const letters = Array.from(word);
    addPart(letters.slice(0, length).join(''), true);
    addPart(letters.slice(length).join(''), false);
  }
  return parts;
}
