import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

const initialState: Readonly<Record<string, number>> = {};

/** The progress of the running uploads, from 0 to 1: several can run at once. */
export const uploadsSlice = createSlice({
  name: 'uploads',
  initialState,
  reducers: {
    uploadProgressed: (uploads, { payload }: PayloadAction<{ upload: string; progress: number }>) => {
      uploads[payload.upload] = payload.progress;
    },
    uploadEnded: (uploads, { payload }: PayloadAction<string>) => {
      delete uploads[payload];
    },
  },
  selectors: {
    selectUploadProgress: (uploads, file: Blob | null): number | null =>
      (file && uploads[uploadOf(file)]) ?? null,
  },
});

export const { uploadProgressed, uploadEnded } = uploadsSlice.actions;
export const { selectUploadProgress } = uploadsSlice.selectors;

const ids = new WeakMap<Blob, string>();

/** The id of the upload of a file: state is plain data, which a file is not. */
export function uploadOf(file: Blob): string {
  const id = ids.get(file) ?? nanoid();
  ids.set(file, id);
  return id;
}

/** From 0 to 1 during the upload of the file, else null. */
export const useUploadProgress = (file: Blob | null): number | null =>
  useSelector((state: Parameters<typeof selectUploadProgress>[0]) => selectUploadProgress(state, file));
