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

// What pages load beside their own code: reading a file takes real time, and the tests have a clock of their own.
beforeAll(() => loadMui());
beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en-US');
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

async function draw(part: ReactNode) {
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

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function show(load: Load) {
  const Page = lazyPage(load, 'Page');
  const store = await draw(<Page />);
  await pass(1);
  return store;
}

describe('a page', () => {
  test('that arrives is drawn', async () => {
    await show(arrived);
    expect(screen.getByText('the page')).toBeInTheDocument();
  });

  test('whose code has been loaded before is drawn at once', async () => {
    const load = vi.fn<Load>(arrived);
    const Page = lazyPlainPage(load, 'Page', () => () => 'the page');
    await draw(<Page />);
    expect(screen.getByText('the page')).toBeInTheDocument();
    expect(load).not.toHaveBeenCalled();
  });

  test('AC432: that does not arrive within 120 s ends on the error screen', async () => {
    await show(() => new Promise(() => undefined));
    await pass(119_900);
    expect(screen.getByRole('status')).toBeInTheDocument();
    await pass(200);
    expect(heading('Unexpected Application Error!')).toBeInTheDocument();
    expect(screen.getByText(/took too long to load/)).toBeInTheDocument();
    expect(button('Try again')).toBeInTheDocument();
  });

  test('A18 A19: that fails while it is drawn ends on the error screen with the message', async () => {
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

  test('A19: that throws a response shows its status text', async () => {
    await show(() =>
      Promise.resolve({
        Page: () => {
          // A router's loaders throw responses.
          // oxlint-disable-next-line typescript/only-throw-error
          throw new Response(null, { status: 502, statusText: 'Bad Gateway' });
        },
      }),
    );
    expect(screen.getByText('Bad Gateway')).toBeInTheDocument();
  });

  test('whose code fails is asked for four times, with growing pauses', async () => {
    const times: number[] = [];
    await show(() => {
      times.push(Date.now());
      return noConnection();
    });
    await pass(10_000);
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 500, 2000, 6000]);
    expect(heading('This page could not be loaded')).toBeInTheDocument();
  });

  test('whose code arrives at the second try is drawn', async () => {
    const load = vi.fn<Load>(arrived).mockImplementationOnce(noConnection);
    await show(load);
    await pass(600);
    expect(screen.getByText('the page')).toBeInTheDocument();
  });

  test('whose code is gone from the server is asked for once, and again by Try again', async () => {
    const load = vi.fn<Load>(arrived).mockImplementationOnce(gone);
    await show(load);
    expect(load).toHaveBeenCalledTimes(1);
    expect(heading('This page could not be loaded')).toBeInTheDocument();
    fireEvent.click(button('Try again'));
    await pass(1);
    expect(screen.getByText('the page')).toBeInTheDocument();
  });

  test('that the browser cannot load any more offers a reload', async () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined);
    await show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    fireEvent.click(button('Reload the page'));
    expect(reload).toHaveBeenCalledOnce();
  });

  test('without a network is asked for once, and says so', async () => {
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
    await draw(
      <>
        <p>below</p>
        <Menu onClose={onClose} />
      </>,
    );
    await pass(1);
    return onClose;
  };

  test('that fails leaves the page, and is loaded again by Try again', async () => {
    const load = vi.fn<LoadMenu>(async () => () => 'the menu').mockImplementationOnce(gone as never);
    await show(load);
    expect(screen.getByText('below')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('This part of the page could not be loaded');
    fireEvent.click(button('Try again'));
    await pass(1);
    expect(screen.getByText(/the menu/)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('that fails can be closed', async () => {
    const onClose = await show(gone as never);
    fireEvent.click(button('Dismiss message'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('that fails while it is drawn leaves the page as well', async () => {
    await show(async () => () => {
      throw new Error('x is undefined');
    });
    expect(screen.getByText('below')).toBeInTheDocument();
    expect(heading('Unexpected Application Error!')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });

  test('that failed and was closed is loaded again when it is opened again', async () => {
    const load = vi.fn<LoadMenu>(async () => () => 'the menu').mockImplementationOnce(gone as never);
    const Menu = lazyPart(load, overlay);
    const i18n = await createI18n();
    const store = createStore();
    vi.useFakeTimers();
    const drawn = (open: boolean) => (
      <Providers store={store} i18n={i18n}>
        {open && <Menu />}
      </Providers>
    );
    const { rerender } = render(drawn(true));
    await pass(1);
    expect(screen.getByRole('alert')).toBeInTheDocument();
    rerender(drawn(false));
    rerender(drawn(true));
    await pass(1);
    expect(screen.getByText('the menu')).toBeInTheDocument();
  });
});

test('a piece of a page that fails says so in its place, and what only helps says nothing', async () => {
  const Chart = lazyPart(gone as never, block);
  const Help = lazyPart(gone as never, optional);
  await draw(
    <>
      <p>below</p>
      <Chart />
      <Help />
    </>,
  );
  await pass(1);
  expect(screen.getByText('below')).toBeInTheDocument();
  expect(heading('This part of the page could not be loaded')).toBeInTheDocument();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});
