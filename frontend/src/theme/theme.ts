import { createTheme } from '@mui/material/styles';
import { dark, light } from './palette.ts';

const text = "'Figtree', 'Figtree Fallback', system-ui, sans-serif";
const display = "'Bricolage Grotesque', 'Bricolage Grotesque Fallback', 'Figtree', system-ui, sans-serif";

const alertTones = { error: 'red', warning: 'yellow', success: 'green', info: 'blue' } as const;

/**
 * One theme for both schemes: `data-theme` on `<html>`, set by the inline script of index.html
 * before the first paint, selects the variables. Styles use `theme.vars` or the CSS variables,
 * never `theme.palette`.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: '[data-theme="%s"]' },
  defaultColorScheme: 'light',
  colorSchemes: { light: { palette: light }, dark: { palette: dark } },
  breakpoints: { values: { xs: 0, sm: 600, md: 768, lg: 1024, xl: 1280 } },
  shape: { borderRadius: 12 },
  spacing: 8,
  typography: {
    fontFamily: text,
    fontSize: 15,
    h1: {
      fontFamily: display,
      fontWeight: 700,
      fontSize: 'clamp(2.1rem, 1.35rem + 3.1vw, 3.75rem)',
      lineHeight: 1.04,
      letterSpacing: '-0.028em',
      textWrap: 'balance',
    },
    h2: {
      fontFamily: display,
      fontWeight: 700,
      fontSize: 'clamp(1.375rem, 1.15rem + 0.8vw, 1.875rem)',
      lineHeight: 1.15,
      letterSpacing: '-0.02em',
    },
    h3: {
      fontFamily: display,
      fontWeight: 700,
      fontSize: '1.125rem',
      lineHeight: 1.25,
      letterSpacing: '-0.012em',
    },
    body1: { fontSize: '1.0625rem', lineHeight: 1.5 },
    subtitle1: { fontSize: '1.0625rem', lineHeight: 1.5 },
    body2: { fontSize: '0.9rem', lineHeight: 1.5 },
    button: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
    overline: {
      fontWeight: 600,
      fontSize: '0.75rem',
      letterSpacing: '0.04em',
      textTransform: 'none',
      lineHeight: 1.4,
    },
  },
  components: {
    MuiTypography: {
      // MUI renders subtitles as <h6>, which breaks the order of headings.
      defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        // MUI removes the outline and shows the focus by the ripple, which is disabled.
        root: ({ theme: { vars } }) => ({
          '&.Mui-focusVisible': { outline: `3px solid ${vars.palette.brand.focus}`, outlineOffset: 2 },
        }),
      },
    },
    // Tabs and menu items fill a box that clips its overflow.
    MuiTab: {
      styleOverrides: {
        root: {
          minHeight: 56,
          borderRadius: 12,
          fontSize: '1rem',
          '&.Mui-focusVisible': { outlineOffset: -4 },
        },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -3 } } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: 12, paddingInline: 18, minHeight: 44 },
        sizeSmall: {
          minHeight: 36,
          paddingInline: 12,
          fontSize: '0.9rem',
          // A touch target.
          '@media (max-width: 767px)': { minHeight: 44 },
        },
        sizeLarge: { minHeight: 54, paddingInline: 26, fontSize: '1rem' },
      },
      variants: [
        {
          props: { variant: 'outlined', color: 'inherit' },
          style: ({ theme: { vars } }) => ({ borderColor: vars.palette.brand.outline }),
        },
      ],
    },
    MuiIconButton: { styleOverrides: { root: { width: 44, height: 44 } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiPopover: {
      styleOverrides: {
        paper: ({ theme: { vars } }) => ({ boxShadow: vars.palette.brand.liftShadow }),
      },
    },
    MuiChip: {
      styleOverrides: {
        root: { borderRadius: 10, fontWeight: 600, height: 34 },
        sizeSmall: { height: 26, borderRadius: 8 },
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        notchedOutline: ({ theme: { vars } }) => ({ borderColor: vars.palette.brand.fieldBorder }),
      },
    },
    // MUI's own backgrounds are darker than the page in dark mode.
    MuiAlert: {
      variants: Object.entries(alertTones).map(([severity, tone]) => ({
        props: { severity: severity as keyof typeof alertTones, variant: 'standard' },
        style: ({ theme: { vars } }) => ({
          color: vars.palette.tone[tone].text,
          backgroundColor: vars.palette.tone[tone].background,
          '& .MuiAlert-icon': { color: 'inherit' },
        }),
      })),
    },
    MuiDialog: { styleOverrides: { paper: { borderRadius: 20 } } },
  },
});
