import { useEffect, useRef, useState } from 'react';
import { setProofRequestHandler } from '../../../api/identity/proofs';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const ProofDialog = lazyPart(() => import('./ProofDialog').then((module) => module.ProofDialog), overlay);

/** Shows the dialog while requests wait for a proof. One proof is enough for all of them. */
export function ProofRequests() {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);

  const close = (proved: boolean) => {
    setIsOpen(false);
    for (const resume of waiting.current.splice(0)) resume(proved);
  };

  useEffect(() => {
    const requests = waiting.current;
    setProofRequestHandler(
      () =>
        new Promise((resume) => {
          requests.push(resume);
          setIsOpen(true);
        }),
    );
    return () => {
      setProofRequestHandler(undefined);
      // The user left the page.
      for (const resume of requests.splice(0)) resume(false);
    };
  }, []);

  return isOpen && <ProofDialog onProved={() => close(true)} onClose={() => close(false)} />;
}
