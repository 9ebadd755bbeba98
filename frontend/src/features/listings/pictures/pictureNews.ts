import type { Failure } from '../../../api/failure';
import type { FileFault } from '../../../ui/file/fileFault';
import type { PictureState } from './pictureItems';

export type Happening =
  | { kind: 'added' | 'restored' | 'uploaded'; count: number }
  | { kind: 'moved'; position: number; total: number }
  | { kind: 'turned' | 'removed' };

/** What has happened, for those who cannot see it. The same can happen twice: its number tells. */
export type News = Happening & { number: number };

/** What did not work, and is not about a picture that is still to be sent. */
export type Problem =
  | { kind: 'refused'; fault: FileFault; names: readonly string[] }
  | { kind: 'tooMany' }
  | { kind: 'turn' | 'remove' | 'order'; failure: Failure };

export type Desk = PictureState & {
  news: News | null;
  problems: readonly Problem[];
  /** How many pictures of an earlier visit this device has brought back. */
  broughtBack: number;
};
