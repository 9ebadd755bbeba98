import { useEffect, useState } from 'react';
import { usePreviewDocumentMutation } from '../../api/endpoints';
import type { Failure } from '../../api/failure';
import type { ShownFile } from '../../api/showFile';

type Preview =
  | { state: 'loading' }
  /** Null where the file is of a type that is not shown. */
  | { state: 'shown'; file: ShownFile | null }
  | { state: 'failed'; failure: Failure };

/** A document in the page's memory, from which it goes again with the component. */
export function useProofPreview(id: string): Preview {
  const [read] = usePreviewDocumentMutation();
  const [preview, setPreview] = useState<Preview>({ state: 'loading' });
  useEffect(() => {
    let isLeft = false;
    let shown: ShownFile | null = null;
    const forget = () => {
      if (shown) URL.revokeObjectURL(shown.url);
    };
    const request = read({ id });
    const show = async () => {
      const { data, error } = await request;
      // What `showFile` makes of the answer.
      if (!error) shown = data as unknown as ShownFile | null;
      if (isLeft) forget();
      else setPreview(error ? { state: 'failed', failure: error } : { state: 'shown', file: shown });
    };
    void show();
    return () => {
      isLeft = true;
      request.abort();
      forget();
    };
  }, [id, read]);
  return preview;
}
