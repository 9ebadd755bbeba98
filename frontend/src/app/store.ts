import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/initialEndpoints';
import { partsSlice } from '../ui/lazy/partsSlice';
import { lastResultsSlice } from '../ui/list/lastResults';
import { rowNoticesSlice } from '../ui/list/table/rowNotices';
import { toastsSlice } from '../ui/toast/toasts';
import { cacheInitialResponses } from './initialResponses';

/** The cache of the API, and the state that outlives components. */
export function createStore() {
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [partsSlice.reducerPath]: partsSlice.reducer,
      [lastResultsSlice.reducerPath]: lastResultsSlice.reducer,
      [toastsSlice.reducerPath]: toastsSlice.reducer,
      [rowNoticesSlice.reducerPath]: rowNoticesSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  setupListeners(store.dispatch);
  cacheInitialResponses(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
