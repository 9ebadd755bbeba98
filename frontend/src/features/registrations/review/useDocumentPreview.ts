import { useEffect, useState } from 'react';
import { usePreviewDocumentMutation } from '../../../api/endpoints';
import type { Failure } from '../../../api/failure';
import type { FilePreview } from '../../../api/files/filePreview';
import { useLatestTask } from '../../../api/useLatestTask';

type Preview =
  | { state: 'loading' }
  /** Null for types without a preview. */
  | { state: 'shown'; file: FilePreview | null }
  | { state: 'failed'; failure: Failure };

/** Loads a document into memory, and releases it on unmount. */
export function useDocumentPreview(id: string): Preview {
  const [read] = usePreviewDocumentMutation();
  const [preview, setPreview] = useState<Preview>({ state: 'loading' });
  const startTask = useLatestTask();
  useEffect(() => {
    let request: ReturnType<typeof read> | undefined;
    const abort = startTask(async (wait) => {
      request = read({ id });
      const { data, error } = await wait(request);
      setPreview(error ? { state: 'failed', failure: error } : { state: 'shown', file: asPreview(data) });
    });
    return () => {
      abort();
      void request?.then(({ data }) => URL.revokeObjectURL(asPreview(data)?.url ?? ''));
    };
  }, [id, read, startTask]);
  return preview;
}

/** The result of `createFilePreview`. */
const asPreview = (data: unknown) => (data ?? null) as FilePreview | null;
