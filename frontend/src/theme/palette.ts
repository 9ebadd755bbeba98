import { pageBackgrounds } from './pageBackgrounds.ts';

/** The colours of both schemes. palette.test.ts checks the contrast of texts and focus rings. */

/** The colours of badges; gray is the neutral one. */
export type Tone = 'indigo' | 'green' | 'yellow' | 'red' | 'blue' | 'gray';

type TonePair = { background: string; text: string };

type Brand = {
  hero: string;
  heroText: string;
  heroMuted: string;
  sunken: string;
  /** Placeholders of what is loading, on the page and on cards. */
  skeleton: string;
  /** The lit window of the logo. Never a text colour on a light background. */
  lit: string;
  outline: string;
  fieldBorder: string;
  focus: string;
  restShadow: string;
  liftShadow: string;
};

declare module '@mui/material/styles' {
  /** Enables the types of themes with CSS variables. */
  interface CssThemeVariables {
    enabled: true;
  }
  interface Palette {
    brand: Brand;
    tone: Record<Tone, TonePair>;
  }
  interface PaletteOptions {
    brand: Brand;
    tone: Record<Tone, TonePair>;
  }
}

export const light = {
  primary: { main: '#0B5D66', light: '#2F8089', dark: '#08434A', contrastText: '#FFFFFF' },
  secondary: { main: '#FFC145', light: '#FFD581', dark: '#D9940A', contrastText: '#2B1D00' },
  error: { main: '#B93A2B' },
  warning: { main: '#9A5B00' },
  success: { main: '#21724A' },
  info: { main: '#2A63A8' },
  background: { default: pageBackgrounds.light, paper: '#FFFFFF' },
  text: { primary: '#11211F', secondary: '#50615F' },
  divider: 'rgba(17, 33, 31, 0.1)',
  brand: {
    hero: '#0B4A52',
    heroText: '#F4FBFA',
    heroMuted: '#A9D0D1',
    sunken: '#E8EEEC',
    skeleton: '#E3EAE8',
    lit: '#FFC145',
    outline: 'rgba(17, 33, 31, 0.14)',
    fieldBorder: 'rgba(17, 33, 31, 0.55)',
    focus: '#0B5D66',
    restShadow: '0 0 0 1px rgba(17, 33, 31, 0.06), 0 1px 2px rgba(17, 33, 31, 0.04)',
    liftShadow:
      '0 0 0 1px rgba(17, 33, 31, 0.05), 0 2px 4px rgba(17, 33, 31, 0.05), 0 16px 36px -10px rgba(11, 62, 68, 0.22)',
  },
  tone: {
    indigo: { background: '#E4E6FA', text: '#3A3F9E' },
    green: { background: '#D9F0E3', text: '#14603B' },
    yellow: { background: '#FFEFC7', text: '#6B4300' },
    red: { background: '#FBE1DD', text: '#9C2B1E' },
    blue: { background: '#DDEAF9', text: '#1F5394' },
    gray: { background: '#E3E9E7', text: '#435351' },
  },
};

export const dark = {
  primary: { main: '#74CBD0', light: '#A2E0E3', dark: '#3D9CA3', contrastText: '#03262A' },
  secondary: { main: '#FFC862', light: '#FFDB96', dark: '#E0A22C', contrastText: '#2B1D00' },
  // `dark` is the background of a hovered button: MUI's own is too dark for its text.
  error: { main: '#FF8A7A', dark: '#E0796A' },
  warning: { main: '#F2B457' },
  success: { main: '#6CCB98' },
  info: { main: '#86B6F2' },
  background: { default: pageBackgrounds.dark, paper: '#142021' },
  text: { primary: '#E9F1F0', secondary: '#9FB3B1' },
  divider: 'rgba(233, 241, 240, 0.1)',
  brand: {
    hero: '#0F2D31',
    heroText: '#F1FAF9',
    heroMuted: '#93BDBF',
    sunken: '#0A1112',
    skeleton: '#1D2B2C',
    lit: '#FFC862',
    outline: 'rgba(233, 241, 240, 0.16)',
    fieldBorder: 'rgba(233, 241, 240, 0.44)',
    focus: '#FFC862',
    restShadow: '0 0 0 1px rgba(233, 241, 240, 0.07)',
    liftShadow: '0 0 0 1px rgba(233, 241, 240, 0.12), 0 18px 40px -12px rgba(0, 0, 0, 0.7)',
  },
  tone: {
    indigo: { background: '#2A2D63', text: '#C9CCFA' },
    green: { background: '#153F2B', text: '#A6E3C1' },
    yellow: { background: '#47330A', text: '#FFDB96' },
    red: { background: '#522019', text: '#FFC2B8' },
    blue: { background: '#1B3A61', text: '#BFDAFA' },
    gray: { background: '#2A3837', text: '#C5D2D0' },
  },
};
