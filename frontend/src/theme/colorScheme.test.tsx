import { useColorScheme as useMuiColorScheme } from '@mui/material/styles';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Provider } from 'react-redux';
import { createStore } from '../app/store';
import { AppTheme } from './AppTheme';
import { useDarkMode } from './colorScheme';
import { Mui } from './Mui';

function Toggle() {
  const { dark, toggle } = useDarkMode();
  return <button onClick={toggle}>{dark ? 'dark' : 'light'}</button>;
}
function MuiMode() {
  return <output>{useMuiColorScheme().mode}</output>;
}
const stored = () => Object.fromEntries(Object.entries(localStorage));
const show = () =>
  render(
    <Provider store={createStore()}>
      <AppTheme>
        <Toggle />
        <Mui>
          <MuiMode />
        </Mui>
      </AppTheme>
    </Provider>,
  );

/** Changes the system's preference. */
let changeSystem: (dark: boolean) => void;
beforeEach(() => {
  let matches = false;
  const listeners = new Set<(event: unknown) => void>();
  const query = {
    get matches() {
      return matches;
    },
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) => listeners.delete(listener),
    // For MUI.
    addListener: (listener: (event: unknown) => void) => listeners.add(listener),
    removeListener: (listener: (event: unknown) => void) => listeners.delete(listener),
  };
  vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
  changeSystem = (dark) => {
    matches = dark;
    for (const listener of listeners) listener(query);
  };
});

test('the toggle switches the theme and stores it', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'light' }));
  expect(screen.getByRole('button')).toHaveTextContent('dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(stored()).toEqual({ theme: 'dark' });
  await userEvent.click(screen.getByRole('button'));
  expect(stored()).toEqual({ theme: 'light' });
});

test('a choice in another tab counts here too', () => {
  show();
  localStorage.setItem('theme', 'dark');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(document.documentElement.dataset['theme']).toBe('dark');
});

test('MUI follows the toggle and the system, and stores nothing itself', async () => {
  changeSystem(true);
  show();
  expect(screen.getByRole('status')).toHaveTextContent('dark');
  act(() => changeSystem(false));
  expect(screen.getByRole('status')).toHaveTextContent('light');
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('status')).toHaveTextContent('dark');
  expect(stored()).toEqual({ theme: 'dark' });
});

test('without a stored theme it follows the system, and stores nothing', () => {
  changeSystem(true);
  show();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  act(() => changeSystem(false));
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(stored()).toEqual({});
});

test('the stored theme wins over the system', () => {
  localStorage.setItem('theme', 'light');
  changeSystem(true);
  show();
  expect(document.documentElement.dataset['theme']).toBe('light');
});

test('the browser bars have the background of the theme', async () => {
  document.head.innerHTML = '<meta name="theme-color" content="" />';
  show();
  await userEvent.click(screen.getByRole('button'));
  expect(document.querySelector('meta[name="theme-color"]')).toHaveAttribute('content', '#0C1415');
});
