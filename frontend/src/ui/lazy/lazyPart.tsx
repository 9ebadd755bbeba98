import { type ComponentType, type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { loadPart } from './loadPart';
import { useParts, usePartsRound } from './partsSlice';

export type PartFailureProps = {
  error: unknown;
  /** Loads the failed parts again. */
  retry: () => void;
  /** Closes a part that can be closed. */
  onClose: (() => void) | undefined;
};

/** `preload` requests the code before the first render does. A failure is shown when it is rendered. */
type Part<Props> = ComponentType<Props> & { preload: () => void };

type PartOptions<Props> = {
  /** Replaces a part that failed to load. */
  Failure: ComponentType<PartFailureProps>;
  /** Shown until the part is loaded. */
  loading?: ReactNode;
  /** The part itself, if its code is loaded. */
  loaded?: () => ComponentType<Props> | undefined;
};

/**
 * A part of the app whose code is loaded when it is first rendered; the only way to load code
 * lazily. A failed part is loaded again when the user retries, when the browser comes online, and
 * at the next navigation.
 *
 *     const ReportDialog = lazyPart(
 *       () => import('./ReportDialog').then((module) => module.ReportDialog),
 *       overlay,
 *     );
 *
 * See `PartFailure` for what can replace a failed part.
 *
 * `React.lazy` never loads a failed part again, and React shows what replaces a `Suspense` fallback
 * 300 ms after the fallback or later, also if it is ready before. Here a transition replaces it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Failure, loading: fallback, loaded }: PartOptions<Props>,
): Part<Props> {
  /** Once it was shown, with its texts. */
  let shown: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  /** Loads the code once; after a failure the next call loads it again. */
  const start = () => {
    if (!pending) {
      pending = loadPart(load);
      pending.catch(() => {
        pending = undefined;
      });
    }
    return pending;
  };

  function WhenLoaded(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded?.() ?? shown);
    const [failure, setFailure] = useState<{ error: unknown }>();
    const loading = Loaded || failure ? undefined : start();
    useEffect(() => {
      if (Loaded) shown = Loaded;
      loading?.then(
        (Component) => startTransition(() => setLoaded(() => Component)),
        (error: unknown) => setFailure({ error }),
      );
    }, [Loaded, loading]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : fallback;
  }

  function LazyPart(props: Props) {
    const { reportFailure, retry } = useParts();
    const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined;
    const renderFailure = ({ error }: FallbackProps) => (
      <Failure error={error} retry={retry} onClose={onClose} />
    );
    return (
      <ErrorBoundary resetKeys={[usePartsRound()]} onError={reportFailure} fallbackRender={renderFailure}>
        <Suspense fallback={fallback}>
          <WhenLoaded {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyPart, { preload: () => void start() });
}

/** Loads code that may soon be needed. A failure is shown when it is. */
export function preload(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}
