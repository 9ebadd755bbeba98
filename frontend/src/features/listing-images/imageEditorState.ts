import type { Failure } from '../../api/failure';
import type { FileIssue } from '../../ui/file/checkFile';
import type { ImageState } from './imageItems';

export type ImageEvent =
  | { kind: 'added' | 'restored' | 'uploaded'; count: number }
  | { kind: 'moved'; position: number; total: number }
  | { kind: 'rotated' | 'removed' };

/** An event for screen readers. The id distinguishes two equal events in a row. */
export type Announcement = ImageEvent & { id: number };

/** A failure that is not shown at a pending image. */
export type Problem =
  | { kind: 'rejected'; fault: FileIssue; names: readonly string[] }
  | { kind: 'tooMany' }
  | { kind: 'rotate' | 'delete' | 'order'; failure: Failure };

export type ImageEditorState = ImageState & {
  announcement: Announcement | null;
  problems: readonly Problem[];
  /** How many images of an earlier visit came back from the local store. */
  restoredCount: number;
};
