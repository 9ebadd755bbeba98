import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
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
 * at the next navigation. `React.lazy` alone never loads a failed part again.
 *
 *     const ReportDialog = lazyPart(
 *       () => import('./ReportDialog').then((module) => module.ReportDialog),
 *       overlay,
 *     );
 *
 * See `PartFailure` for what can replace a failed part.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Failure, loading, loaded }: PartOptions<Props>,
): ComponentType<Props> {
  const create = () =>
    lazy(() => {
      const Loaded = loaded?.();
      return Loaded ? resolved({ default: Loaded }) : loadPart(load).then((Part) => ({ default: Part }));
    });
  let Part = create();
  return function LazyPart(props: Props) {
    const { reportFailure, retry } = useParts();
    const onClose = 'onClose' in props ? (props.onClose as () => void) : undefined;
    const renderFailure = ({ error }: FallbackProps) => (
      <Failure error={error} retry={retry} onClose={onClose} />
    );
    return (
      <ErrorBoundary
        resetKeys={[usePartsRound()]}
        onError={() => {
          Part = create();
          reportFailure();
        }}
        fallbackRender={renderFailure}
      >
        <Suspense fallback={loading}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

/**
 * A promise resolves asynchronously, so that React would render the fallback in between: this
 * resolves immediately.
 */
const resolved = <T,>(value: T) =>
  // oxlint-disable-next-line unicorn/no-thenable
  ({ then: (resume: (value: T) => void) => resume(value) }) as unknown as Promise<T>;

/** Loads code that may soon be needed. A failure is shown when it is. */
export function preload(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}
