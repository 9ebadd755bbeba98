const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/;
const plain = /^\d+(?:[.,](\d*))?$/;

/**
 * A number as people type it in Germany or elsewhere: `450,5`, `450.50`, `1.250`,
 * `1.250,50`, `1 250 €`. Three digits behind a mark are thousands, because no field
 * takes three decimals. Null where it is no number.
 */
export function parseDecimal(text: string): { value: number; decimals: number } | null {
  const typed = text.replaceAll(/[\s€']|m²/g, '');
  const thousands = typed.startsWith('0') ? null : grouped.exec(typed);
  const match = thousands ?? plain.exec(typed);
  if (!match) return null;
  const decimals = (thousands ? match[2] : match[1]) ?? '';
  const end = decimals === '' ? typed.length : typed.length - decimals.length - 1;
  const whole = typed.slice(0, end).replaceAll(/[.,]/g, '');
  return { value: Number(`${whole}.${decimals || '0'}`), decimals: decimals.length };
}

/** As somebody would type it: German readers with a comma. */
export const formatDecimal = (value: number, language: string): string =>
  language.startsWith('de') ? String(value).replace('.', ',') : String(value);
