import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { theme } from '../src/theme/theme.ts';

/**
 * Variables that only MUI's components use: shadows, z-indexes, and component colours such as
 * `--mui-palette-Alert-errorColor`.
 */
const muiOnly = /^--mui-(?:overlays|opacity|shadows|zIndex|palette-[A-Z])/;

/** The theme's variables of both colour schemes as CSS: the first screen needs them without MUI. */
function variablesCss(isWanted: (name: string) => boolean): string {
  return theme
    .generateStyleSheets()
    .flatMap((styles) => Object.entries(styles as Record<string, Record<string, string | number>>))
    .map(([selector, values]) => {
      const lines = Object.entries(values)
        .map(([name, value]) => [name === 'colorScheme' ? 'color-scheme' : name, value] as const)
        .filter(([name]) => isWanted(name))
        .map(([name, value]) => `${name}:${value};`);
      return lines.length > 0 ? `${selector}{${lines.join('')}}\n` : '';
    })
    .join('');
}

/** Generates the content of each style sheet of variables in `src/theme`. */
export const variableSheets: Record<string, () => string> = {
  'variables.css': () => variablesCss((name) => !muiOnly.test(name)),
  'muiVariables.css': () => variablesCss((name) => muiOnly.test(name)),
};

/** Fills the style sheets of `src/theme` with the theme's variables. */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/theme\/(?:muiV|v)ariables\.css$/ },
      handler: (id) => variableSheets[basename(id)]?.() ?? null,
    },
  };
}
