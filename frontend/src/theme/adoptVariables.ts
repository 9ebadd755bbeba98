import type { Theme } from '@mui/material/styles';

/**
 * Gives the document the variables of both colour schemes. MUI would leave that to emotion, whose parser needs longer
 * for these hundreds of lines than for everything else on the first screen; they are nothing but names and values.
 */
export function adoptVariables(theme: Pick<Theme, 'generateStyleSheets'>): void {
  const sheet = new CSSStyleSheet();
  const rules = theme.generateStyleSheets().flatMap((styles) => Object.entries(styles).map(rule));
  sheet.replaceSync(rules.join(''));
  document.adoptedStyleSheets.push(sheet);
}

function rule([selector, values]: [string, unknown]): string {
  const lines = Object.entries(values as Record<string, string | number>).map(
    ([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${value};`,
  );
  return `${selector}{${lines.join('')}}`;
}
