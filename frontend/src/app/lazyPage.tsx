import type { ComponentType } from 'react';
import { loadMui } from '../theme/loadMui';
import { lazyPart } from '../ui/lazy/lazyPart';
import { optional } from '../ui/lazy/PartFailure';
import { PageFailure } from './PageFailure';
import { PageLoading } from './PageLoading';

/** If it fails to load, requests without a recent proof fail with their own error. */
const ProofRequests = lazyPart(
  () => import('../features/session/proof/ProofRequests').then((module) => module.ProofRequests),
  optional,
);

/** A page whose code is loaded when it is first rendered. */
export function lazyPlainPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  loaded: () => ComponentType | undefined,
) {
  return lazyPart(() => load().then((module): ComponentType => module[name]), { ...page, loaded });
}

/** The same for a page with MUI, which is loaded in parallel. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazyPart(async () => {
    const [{ Mui }, module] = await Promise.all([loadMui(), load()]);
    const Page: ComponentType = module[name];
    return function PageInMui() {
      return (
        <Mui>
          <Page />
          <ProofRequests />
        </Mui>
      );
    };
  }, page);
}

const page = { Failure: PageFailure, loading: <PageLoading /> };
