import { canDecode, type FileFault, fileFault } from '../../../ui/file/fileFault';
import { arrangementOf, changeChosen, choose, chosenOf, mostPictures, restore } from './pictureItems';
import type { PictureKeep } from './pictureKeep';
import type { Desk, Happening, News, Problem } from './pictureNews';
import { copyOf } from './shrink';

type Host = {
  read: () => Desk;
  change: (next: Partial<Desk>) => void;
  tell: (what: Happening) => { news: News };
  /** Drops a waiting picture. */
  forget: (key: string) => void;
  keep: PictureKeep;
};

/** How pictures come to the desk: chosen now, or kept by the device since an earlier visit. */
export function createPictureIntake({ read, change, tell, forget, keep }: Host) {
  let adding: Promise<void> = Promise.resolve();

  /** One choice after another, so that pictures stay in the order in which they were chosen. */
  function add(files: readonly File[]): Promise<void> {
    adding = adding.then(() => take(files));
    return adding;
  }

  async function take(files: readonly File[]): Promise<void> {
    // However large: only the portal refuses for that.
    const faults = await Promise.all(files.map((file) => fileFault(file, {})));
    const pictures = files.filter((_file, index) => faults[index] === undefined);
    const fitting = pictures.slice(0, Math.max(0, mostPictures - read().items.length));
    const chosen = fitting.map((file) => ({ key: crypto.randomUUID() as string, file }));
    change({
      ...choose(read(), chosen),
      ...(chosen.length > 0 && tell({ kind: 'added', count: chosen.length })),
      problems: [
        ...refusals(files, faults),
        ...(fitting.length < pictures.length ? [{ kind: 'tooMany' } as const] : []),
      ],
    });
    prepare(chosen);
    void keepAll(chosen);
  }

  async function keepAll(chosen: readonly { key: string; file: File }[]): Promise<void> {
    const marks = new Map(arrangementOf(read()).map((mark) => [mark.key, mark]));
    const kept = await keep.add(
      chosen.flatMap(({ key, file }) => {
        const mark = marks.get(key);
        return mark ? [{ ...mark, file }] : [];
      }),
    );
    for (const { key } of chosen) change(changeChosen(read(), key, { kept: kept.has(key) }));
  }

  /** Makes the copies to look at; what the browser cannot decode is refused. */
  function prepare(chosen: readonly { key: string; file: File }[]): void {
    for (const { key, file } of chosen) {
      void copyOf(file).then((copy) => {
        if (copy || !canDecode()) return change(changeChosen(read(), key, { copy }));
        if (!chosenOf(read()).some((item) => item.key === key)) return undefined;
        forget(key);
        const names = read().problems.flatMap((problem) => (isDamaged(problem) ? problem.names : []));
        return change({
          problems: [
            ...read().problems.filter((problem) => !isDamaged(problem)),
            { kind: 'refused', fault: 'damaged', names: [...names, file.name] },
          ],
        });
      });
    }
  }

  /** Brings back what the device kept of an earlier visit. */
  async function bringBack(): Promise<void> {
    const kept = await keep.load();
    const fitting = kept.slice(0, Math.max(0, mostPictures - read().items.length));
    if (fitting.length === 0) return;
    change({
      ...restore(read(), fitting),
      ...tell({ kind: 'restored', count: fitting.length }),
      broughtBack: fitting.length,
    });
    prepare(fitting);
  }

  return {
    add,
    bringBack: () => {
      adding = adding.then(bringBack);
      return adding;
    },
    /** Resolves when everything that was chosen is on the desk. */
    settled: () => adding,
  };
}

/** What was refused, by reason: each reason is told once, with the names of its files. */
function refusals(files: readonly File[], faults: readonly (FileFault | undefined)[]): Problem[] {
  return [...new Set(faults)].flatMap((fault): Problem[] => {
    if (fault === undefined) return [];
    const names = files.filter((_file, index) => faults[index] === fault).map(({ name }) => name);
    return [{ kind: 'refused', fault, names }];
  });
}

const isDamaged = (problem: Problem): problem is Extract<Problem, { kind: 'refused' }> =>
  problem.kind === 'refused' && problem.fault === 'damaged';
