import { canDecode, type FileIssue, checkFileStart } from '../../ui/file/checkFile';
import type { EditorAccess } from './editorAccess';
import type { Problem } from './imageEditorState';
import {
  addImages,
  maxImages,
  pendingImages,
  pendingMetadata,
  restoreImages,
  updatePending,
} from './imageItems';
import { createThumbnail } from './upload/resizeImage';

type Editor = Pick<EditorAccess, 'getState' | 'setState' | 'announce' | 'removePending' | 'localStore'>;

/** Adds images to the editor: chosen now, or kept in the local store since an earlier visit. */
export function createImageImport({ getState, setState, announce, removePending, localStore }: Editor) {
  let lastImport: Promise<void> = Promise.resolve();

  /** One call after another, so that images stay in the order in which they were chosen. */
  function add(files: readonly File[]): Promise<void> {
    lastImport = lastImport.then(() => addNow(files));
    return lastImport;
  }

  async function addNow(files: readonly File[]): Promise<void> {
    // Without a size limit: images are resized before the upload, and the server checks their size.
    const faults = await Promise.all(files.map((file) => checkFileStart(file, {})));
    const accepted = files.filter((_file, index) => faults[index] === undefined);
    const fitting = accepted.slice(0, Math.max(0, maxImages - getState().items.length));
    const added = fitting.map((file) => ({ key: crypto.randomUUID() as string, file }));
    setState({
      ...addImages(getState(), added),
      ...(added.length > 0 && announce({ kind: 'added', count: added.length })),
      problems: [
        ...rejections(files, faults),
        ...(fitting.length < accepted.length ? [{ kind: 'tooMany' } as const] : []),
      ],
    });
    createThumbnails(added);
    void persist(added);
  }

  async function persist(added: readonly { key: string; file: File }[]): Promise<void> {
    const metadata = new Map(pendingMetadata(getState()).map((entry) => [entry.key, entry]));
    const stored = await localStore.add(
      added.flatMap(({ key, file }) => {
        const entry = metadata.get(key);
        return entry ? [{ ...entry, file }] : [];
      }),
    );
    for (const { key } of added) setState(updatePending(getState(), key, { persisted: stored.has(key) }));
  }

  /** Rejects files that the browser cannot decode. */
  function createThumbnails(added: readonly { key: string; file: File }[]): void {
    for (const { key, file } of added) {
      void createThumbnail(file).then((thumbnail) => {
        if (thumbnail || !canDecode()) return setState(updatePending(getState(), key, { thumbnail }));
        if (!pendingImages(getState()).some((item) => item.key === key)) return undefined;
        removePending(key);
        const { problems } = getState();
        const names = problems.flatMap((problem) => (isDamaged(problem) ? problem.names : []));
        return setState({
          problems: [
            ...problems.filter((problem) => !isDamaged(problem)),
            { kind: 'rejected', fault: 'damaged', names: [...names, file.name] },
          ],
        });
      });
    }
  }

  async function restoreNow(): Promise<void> {
    const stored = await localStore.load();
    const fitting = stored.slice(0, Math.max(0, maxImages - getState().items.length));
    if (fitting.length === 0) return;
    setState({
      ...restoreImages(getState(), fitting),
      ...announce({ kind: 'restored', count: fitting.length }),
      restoredCount: fitting.length,
    });
    createThumbnails(fitting);
  }

  return {
    add,
    /** Adds the images of the local store. */
    restore: () => {
      lastImport = lastImport.then(restoreNow);
      return lastImport;
    },
    /** Resolves when all chosen files are in the editor or rejected. */
    settled: () => lastImport,
  };
}

/** One problem for each fault, with the names of its files. */
function rejections(files: readonly File[], faults: readonly (FileIssue | undefined)[]): Problem[] {
  return [...new Set(faults)].flatMap((fault): Problem[] => {
    if (fault === undefined) return [];
    const names = files.filter((_file, index) => faults[index] === fault).map(({ name }) => name);
    return [{ kind: 'rejected', fault, names }];
  });
}

const isDamaged = (problem: Problem): problem is Extract<Problem, { kind: 'rejected' }> =>
  problem.kind === 'rejected' && problem.fault === 'damaged';
