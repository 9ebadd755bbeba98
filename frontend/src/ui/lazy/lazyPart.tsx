import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { loadPart } from './loadPart';
import { useParts, usePartsRound } from './partsSlice';

export type PartFailureProps = {
  error: unknown;
  /** Loads again what failed. */
  retry: () => void;
  /** Closes a part that can be closed. */
  onClose: (() => void) | undefined;
};

type PartOptions<Props> = {
  /** Stands in the place of the part when it failed. */
  Failure: ComponentType<PartFailureProps>;
  /** Stands in its place until it is there. */
  loading?: ReactNode;
  /** The part itself, where its code has been loaded before. */
  loaded?: () => ComponentType<Props> | undefined;
};

/**
 * A part of the app whose code is loaded when it is first drawn, the only way
 * to have one. A part that failed is loaded again when its reader says so, when
 * the browser is online again, and at the next navigation. What `React.lazy`
 * has seen fail it would never load again.
 *
 *     const ReportDialog = lazyPart(
 *       () => import('./ReportDialog').then((module) => module.ReportDialog),
 *       overlay,
 *     );
 *
 * See `PartFailure` for what can stand in the place of a failed part.
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

/** A promise would resolve a moment later, and React would draw the fallback in between: this resolves at once. */
const resolved = <T,>(value: T) =>
  // oxlint-disable-next-line unicorn/no-thenable
  ({ then: (resume: (value: T) => void) => resume(value) }) as unknown as Promise<T>;

/** Asks for code that may soon be needed. A failure is said when it is. */
export function prepare(...loads: readonly (() => Promise<unknown>)[]): void {
  for (const load of loads) load().catch(() => undefined);
}
