/** A part begins at a letter of the name. */
type NamePart = { at: number; text: string; isTyped: boolean };

/** Letters that people also write as two. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A letter without its accents. */
const plain = (letter: string) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '');

/**
 * How much of a name, in letters of the name, has been typed by a word, whatever the case, the accents or the
 * spelling of umlauts (`muen` is the beginning of `München`); 0 where the name does not begin with it.
 */
function typedLength(letters: readonly string[], word: string): number {
  let rest = word;
  let length = 0;
  while (rest !== '') {
    const letter = letters[length];
    if (letter === undefined) return 0;
    const ways = [spelledOut[letter], letter, plain(letter)];
    const way = ways.find((way) => way !== undefined && rest.startsWith(way));
    if (way === undefined || way === '') return 0;
    rest = rest.slice(way.length);
    length += 1;
  }
  return length;
}

/** A name in parts, so that those that somebody has typed can be told apart; what was typed wrongly is none of them. */
export function typedParts(name: string, typed: string): NamePart[] {
  const words = typed
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s-]+/);
  const parts: NamePart[] = [];
  let at = 0;
  const add = (text: string, isTyped: boolean) => {
    if (text !== '') parts.push({ at, text, isTyped });
    at += text.length;
  };
  for (const piece of name.normalize('NFC').split(/(?<=[\s-])/)) {
    const letters = Array.from(piece.toLowerCase());
    const length = Math.max(...words.map((word) => typedLength(letters, word)));
    const own = Array.from(piece);
    add(own.slice(0, length).join(''), true);
    add(own.slice(length).join(''), false);
  }
  return parts;
}
