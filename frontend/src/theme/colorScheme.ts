import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { useMedia } from './useMedia';

export type ColorScheme = 'light' | 'dark';

/** The inline script of index.html reads the same key before the first paint. */
export const colorSchemeKey = 'theme';

/** The user's choice; null while the system decides. */
type ColorSchemeState = { chosen: ColorScheme | null };

function readChosen(): ColorScheme | null {
  try {
    const stored = localStorage.getItem(colorSchemeKey);
    return stored === 'light' || stored === 'dark' ? stored : null;
  } catch {
    return null;
  }
}

function storeChosen(scheme: ColorScheme): void {
  try {
    localStorage.setItem(colorSchemeKey, scheme);
  } catch {
    // The choice lives as long as the page.
  }
}

export const colorSchemeSlice = createSlice({
  name: 'colorScheme',
  initialState: (): ColorSchemeState => ({ chosen: readChosen() }),
  reducers: {
    colorSchemeChosen: (state, { payload }: PayloadAction<ColorScheme | null>) => {
      state.chosen = payload;
    },
  },
  selectors: { selectChosen: ({ chosen }) => chosen },
});

const { colorSchemeChosen } = colorSchemeSlice.actions;

/** Reads what another tab may have stored. */
export const syncColorScheme = (dispatch: Dispatch): void => void dispatch(colorSchemeChosen(readChosen()));

export function useColorScheme(): ColorScheme {
  const chosen = useSelector(colorSchemeSlice.selectors.selectChosen);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return chosen ?? (isSystemDark ? 'dark' : 'light');
}

export function useDarkMode(): { dark: boolean; toggle: () => void } {
  const dispatch = useDispatch();
  const dark = useColorScheme() === 'dark';
  return {
    dark,
    toggle: () => {
      const scheme = dark ? 'light' : 'dark';
      storeChosen(scheme);
      dispatch(colorSchemeChosen(scheme));
    },
  };
}
