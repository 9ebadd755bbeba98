import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createI18n } from '../i18n/i18n';
import { loadMui } from '../theme/loadMui';
import { FileError } from '../ui/lazy/fetchFiles';
import { lazyPart } from '../ui/lazy/lazyPart';
import { block, optional, overlay } from '../ui/lazy/PartFailure';
import { ErrorScreen } from './ErrorScreen';
import { lazyPage, lazyPlainPage } from './lazyPage';
import { Providers } from './Providers';
import { createStore } from './store';

type Load = () => Promise<{ Page: () => ReactNode }>;

type LoadMenu = () => Promise<() => string>;

const arrived: Load = () => Promise.resolve({ Page: () => 'the page' });
const noConnection: Load = () => Promise.reject(new FileError('/assets/page.js', 0));
const gone: Load = () => Promise.reject(new FileError('/assets/page.js', 404));
const heading = (name: string) => screen.queryByRole('heading', { name });
const button = (name: string) => screen.getByRole('button', { name });

// Loaded before the fake timers, because reading a file takes real time.
beforeAll(() => loadMui());
beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en-US');
  // React logs errors that a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

async function renderPart(part: ReactNode) {
  const i18n = await createI18n();
  vi.useFakeTimers();
  const store = createStore();
  render(
    <Providers store={store} i18n={i18n}>
      <ErrorBoundary FallbackComponent={ErrorScreen}>{part}</ErrorBoundary>
    </Providers>,
  );
  return store;
}

const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function show(load: Load) {
  const Page = lazyPage(load, 'Page');
  const store = await renderPart(<Page />);
  await advance(1);
  return store;
}

describe('a page', () => {
  test('renders when its code is loaded', async () => {
    await show(arrived);
    expect(screen.getByText('the page')).toBeInTheDocument();
  });

  test('renders at once when its code was loaded before', async () => {
    const load = vi.fn<Load>(arrived);
    const Page = lazyPlainPage(load, 'Page', () => () => 'the page');
    await renderPart(<Page />);
    expect(screen.getByText('the page')).toBeInTheDocument();
    expect(load).not.toHaveBeenCalled();
  });

  test('renders with the code that was requested by preload', async () => {
    const load = vi.fn<Load>(arrived);
    const Page = lazyPage(load, 'Page');
    Page.preload();
    expect(load).toHaveBeenCalledOnce();
    await renderPart(<Page />);
    await advance(1);
    expect(screen.getByText('the page')).toBeInTheDocument();
    expect(load).toHaveBeenCalledOnce();
  });

  test('tries again when preload has failed', async () => {
    const load = vi.fn<Load>(arrived).mockImplementationOnce(gone);
    const Page = lazyPage(load, 'Page');
    Page.preload();
    await renderPart(<Page />);
    await advance(1);
    expect(screen.getByText('the page')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('shows the error screen after a timeout of 120 s', async () => {
    await show(() => new Promise(() => undefined));
    await advance(119_900);
    expect(screen.getByRole('status')).toBeInTheDocument();
    await advance(200);
    expect(heading('Unexpected Application Error!')).toBeInTheDocument();
    expect(screen.getByText(/took too long to load/)).toBeInTheDocument();
    expect(button('Try again')).toBeInTheDocument();
  });

  test('shows the error screen with the message of a render error', async () => {
    await show(() =>
      Promise.resolve({
        Page: () => {
          throw new Error('x is undefined');
        },
      }),
    );
    expect(heading('Unexpected Application Error!')).toBeInTheDocument();
    expect(screen.getByText('x is undefined')).toBeInTheDocument();
  });

  test('shows the status text of a thrown response', async () => {
    await show(() =>
      Promise.resolve({
        Page: () => {
          // Loaders of the router throw responses.
          // oxlint-disable-next-line typescript/only-throw-error
          throw new Response(null, { status: 502, statusText: 'Bad Gateway' });
        },
      }),
    );
    expect(screen.getByText('Bad Gateway')).toBeInTheDocument();
  });

  test('tries to load its code four times with growing delays', async () => {
    const times: number[] = [];
    await show(() => {
      times.push(Date.now());
      return noConnection();
    });
    await advance(10_000);
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 500, 2000, 6000]);
    expect(heading('This page could not be loaded')).toBeInTheDocument();
  });

  test('renders when the second try loads its code', async () => {
    const load = vi.fn<Load>(arrived).mockImplementationOnce(noConnection);
    await show(load);
    await advance(600);
    expect(screen.getByText('the page')).toBeInTheDocument();
  });

  test('tries once when its code is missing on the server, and again after Try again', async () => {
    const load = vi.fn<Load>(arrived).mockImplementationOnce(gone);
    await show(load);
    expect(load).toHaveBeenCalledTimes(1);
    expect(heading('This page could not be loaded')).toBeInTheDocument();
    fireEvent.click(button('Try again'));
    await advance(1);
    expect(screen.getByText('the page')).toBeInTheDocument();
  });

  test('offers a reload when the browser cannot import its code again', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
    await show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    fireEvent.click(button('Reload the page'));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('tries once without a network, and says so', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = vi.fn<Load>(noConnection);
    await show(load);
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/You are offline/)).toBeInTheDocument();
  });
});

describe('a dialog or menu', () => {
  const show = async (load: () => Promise<(props: { onClose: () => void }) => ReactNode>) => {
    const Menu = lazyPart(load, overlay);
    const onClose = vi.fn<() => void>();
    await renderPart(
      <>
        <p>below</p>
        <Menu onClose={onClose} />
      </>,
    );
    await advance(1);
    return onClose;
  };

  test('keeps the page when it fails, and is loaded again by Try again', async () => {
    const load = vi.fn<LoadMenu>(async () => () => 'the menu').mockImplementationOnce(gone as never);
    await show(load);
    expect(screen.getByText('below')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('This part of the page could not be loaded');
    fireEvent.click(button('Try again'));
    await advance(1);
    expect(screen.getByText(/the menu/)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('can be closed after a failure', async () => {
    const onClose = await show(gone as never);
    fireEvent.click(button('Dismiss message'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('keeps the page after a render error', async () => {
    await show(async () => () => {
      throw new Error('x is undefined');
    });
    expect(screen.getByText('below')).toBeInTheDocument();
    expect(heading('Unexpected Application Error!')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });

  test('is loaded again when it is opened again after a failure', async () => {
    const load = vi.fn<LoadMenu>(async () => () => 'the menu').mockImplementationOnce(gone as never);
    const Menu = lazyPart(load, overlay);
    const i18n = await createI18n();
    const store = createStore();
    vi.useFakeTimers();
    const menu = (open: boolean) => (
      <Providers store={store} i18n={i18n}>
        {open && <Menu />}
      </Providers>
    );
    const { rerender } = render(menu(true));
    await advance(1);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    rerender(menu(false));
    rerender(menu(true));
    await advance(1);
    expect(screen.getByText('the menu')).toBeInTheDocument();
  });
});

test('a failed block shows a message in its place, a failed optional part shows nothing', async () => {
  const Chart = lazyPart(gone as never, block);
  const Help = lazyPart(gone as never, optional);
  await renderPart(
    <>
      <p>below</p>
      <Chart />
      <Help />
    </>,
  );
  await advance(1);
  expect(screen.getByText('below')).toBeInTheDocument();
  expect(heading('This part of the page could not be loaded')).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});
