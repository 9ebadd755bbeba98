import { useEffect, useState } from 'react';
import { usePreviewDocumentMutation } from '../../../api/endpoints';
import type { Failure } from '../../../api/failure';
import type { FilePreview } from '../../../api/files/filePreview';

type Preview =
  | { state: 'loading' }
  /** Null for types without a preview. */
  | { state: 'shown'; file: FilePreview | null }
  | { state: 'failed'; failure: Failure };

/** Loads a document into memory, and releases it on unmount. */
export function useDocumentPreview(id: string): Preview {
  const [read] = usePreviewDocumentMutation();
  const [preview, setPreview] = useState<Preview>({ state: 'loading' });
  useEffect(() => {
    let isUnmounted = false;
    let shown: FilePreview | null = null;
    const release = () => {
      if (shown) URL.revokeObjectURL(shown.url);
    };
    const request = read({ id });
    const show = async () => {
      const { data, error } = await request;
      // The result of `createFilePreview`.
      if (!error) shown = data as unknown as FilePreview | null;
      if (isUnmounted) release();
      else setPreview(error ? { state: 'failed', failure: error } : { state: 'shown', file: shown });
    };
    void show();
    return () => {
      isUnmounted = true;
      request.abort();
      release();
    };
  }, [id, read]);
  return preview;
}
