import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
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

type ImageEditors = Readonly<Record<string, ImageEditorState>>;

const initialState: ImageEditors = {};

/** The state of the open image editors by their id, one for each wizard on screen. */
export const imageEditorsSlice = createSlice({
  name: 'imageEditors',
  initialState,
  reducers: {
    imageEditorChanged: (
      editors: ImageEditors,
      { payload: { id, state } }: PayloadAction<{ id: string; state: ImageEditorState }>,
    ) => ({ ...editors, [id]: state }),
    imageEditorClosed: (editors: ImageEditors, { payload }: PayloadAction<string>) => {
      const { [payload]: _closed, ...others } = editors;
      return others;
    },
  },
  selectors: {
    selectImageEditor: (editors, id: string): ImageEditorState | undefined => editors[id],
  },
});

export const { imageEditorChanged, imageEditorClosed } = imageEditorsSlice.actions;
export const { selectImageEditor } = imageEditorsSlice.selectors;
export type WithImageEditors = Parameters<typeof selectImageEditor>[0];
