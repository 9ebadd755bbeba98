const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d+))?$/;
const plain = /^\d+(?:[.,](\d*))?$/;

/**
 * Parses German and English notation: `450,5`, `450.50`, `1.250`, `1.250,50`, `1 250 €`. Three
 * digits after a separator are thousands, because no field accepts three decimals. Null for
 * anything else.
 */
export function parseDecimal(text: string): { value: number; decimals: number } | null {
  const compact = text.replaceAll(/[\s€']|m²/g, '');
  const thousands = compact.startsWith('0') ? null : grouped.exec(compact);
  const match = thousands ?? plain.exec(compact);
  if (!match) return null;
  const decimals = (thousands ? match[2] : match[1]) ?? '';
  const end = decimals === '' ? compact.length : compact.length - decimals.length - 1;
  const whole = compact.slice(0, end).replaceAll(/[.,]/g, '');
  return { value: Number(`${whole}.${decimals || '0'}`), decimals: decimals.length };
}
