import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { uploadsSlice } from '../api/files/uploads';
import { api } from '../api/initialEndpoints';
import { sessionSlice, syncSession } from '../api/session';
import { imageEditorsSlice } from '../features/listing-images/imageEditorState';
import { pendingCountsSlice } from '../features/notifications/pendingCounts';
import { colorSchemeSlice, syncColorScheme } from '../theme/colorScheme';
import { partsSlice } from '../ui/lazy/partsSlice';
import { lastResultsSlice } from '../ui/list/lastResults';
import { rowNoticesSlice } from '../ui/list/table/rowNotices';
import { toastsSlice } from '../ui/toast/toasts';
import { cacheInitialResponses } from './initialResponses';

const reducer = {
  [api.reducerPath]: api.reducer,
  [sessionSlice.reducerPath]: sessionSlice.reducer,
  [colorSchemeSlice.reducerPath]: colorSchemeSlice.reducer,
  [partsSlice.reducerPath]: partsSlice.reducer,
  [lastResultsSlice.reducerPath]: lastResultsSlice.reducer,
  [toastsSlice.reducerPath]: toastsSlice.reducer,
  [rowNoticesSlice.reducerPath]: rowNoticesSlice.reducer,
  [pendingCountsSlice.reducerPath]: pendingCountsSlice.reducer,
  [uploadsSlice.reducerPath]: uploadsSlice.reducer,
  [imageEditorsSlice.reducerPath]: imageEditorsSlice.reducer,
};

/** They contain files, which are no plain data; nothing saves or replays the state. */
const withFiles = {
  ignoredPaths: [imageEditorsSlice.reducerPath],
  ignoredActions: Object.values(imageEditorsSlice.actions).map(({ type }) => type),
};

/** The cache of the API, and the state that outlives components. */
export function createStore() {
  const store = configureStore({
    reducer,
    middleware: (defaults) => defaults({ serializableCheck: withFiles }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  cacheInitialResponses(store.dispatch);
  // Sent by the other tabs only.
  window.addEventListener('storage', () => {
    syncSession(store.dispatch);
    syncColorScheme(store.dispatch);
  });
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
