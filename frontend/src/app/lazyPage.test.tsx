import { act, screen } from '@testing-library/react';
import { render } from '@testing-library/react';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n/i18n';
import { ErrorScreen } from './ErrorScreen';
import { lazyPage } from './lazyPage';

afterEach(() => {
  vi.useRealTimers();
});

async function show(load: () => Promise<{ Page: () => string }>) {
  localStorage.setItem('i18nextLng', 'en-US');
  const i18n = await createI18n();
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Page = lazyPage(load, 'Page');
  vi.useFakeTimers();
  render(
    <I18nextProvider i18n={i18n}>
      <ErrorBoundary FallbackComponent={ErrorScreen}>
        <Suspense fallback="waiting">
          <Page />
        </Suspense>
      </ErrorBoundary>
    </I18nextProvider>,
  );
}

test('AC432: code that does not arrive within 120 s ends on the error screen', async () => {
  await show(() => new Promise(() => undefined));
  await act(() => vi.advanceTimersByTimeAsync(119_900));
  expect(screen.getByText('waiting')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument();
  expect(screen.getByText(/not loaded in time/)).toBeInTheDocument();
});

test('A18 A19: code that cannot be loaded ends on the error screen with the message', async () => {
  await show(() => Promise.reject(new Error('Failed to fetch the module')));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument();
  expect(screen.getByText('Failed to fetch the module')).toBeInTheDocument();
});

test('A19: a response that was thrown shows its status text', async () => {
  await show(() => Promise.reject(new Response(null, { status: 502, statusText: 'Bad Gateway' })));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('Bad Gateway')).toBeInTheDocument();
});

test('code that arrives is drawn', async () => {
  await show(() => Promise.resolve({ Page: () => 'the page' }));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('the page')).toBeInTheDocument();
});
