import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { uploadsSlice } from '../api/files/uploads';
import { api } from '../api/initialEndpoints';
import { selectHasEnded, selectToken, sessionSlice, syncSession } from '../api/session';
import { sessionKeys, tokenKey } from '../api/token';
import { imageEditorsSlice } from '../features/listing-images/imageEditorState';
import { pendingCountsSlice } from '../features/notifications/pendingCounts';
import { forgetUser } from '../features/session/forgetUser';
import { colorSchemeKey, colorSchemeSlice, syncColorScheme } from '../theme/colorScheme';
import { deleteTabDrafts } from '../ui/drafts/drafts';
import { partsSlice } from '../ui/lazy/partsSlice';
import { lastResultsSlice } from '../ui/list/lastResults';
import { rowNoticesSlice } from '../ui/list/table/rowNoticesSlice';
import { toastsSlice } from '../ui/toast/toasts';

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
  /** Unsent letters survive a session that the server ended. */
  const afterLogoutElsewhere = () => {
    if (!selectHasEnded(store.getState())) deleteTabDrafts();
  };
  // Sent by the other tabs only. A null key: the whole storage was cleared.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || sessionKeys.includes(key)) syncSession(store.dispatch);
    if (key === null || key === colorSchemeKey) syncColorScheme(store.dispatch);
    // After a logout or a login in another tab. A refresh replaces the token of the same user.
    const isOtherUser = key === tokenKey && (oldValue === null || newValue === null);
    if (key === null || isOtherUser) forgetUser(store.dispatch);
    if (key === null || (key === tokenKey && newValue === null)) afterLogoutElsewhere();
  });
  // A page from the history may have missed events, such as the login of another user.
  window.addEventListener('pageshow', ({ persisted }) => {
    const before = selectToken(store.getState());
    syncSession(store.dispatch);
    const token = selectToken(store.getState());
    if (!persisted || token === before) return;
    forgetUser(store.dispatch);
    if (token === null) afterLogoutElsewhere();
  });
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
