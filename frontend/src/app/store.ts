import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/startEndpoints';
import { partsSlice } from '../ui/lazy/partsSlice';
import { lastResultsSlice } from '../ui/lastResults';
import { rowNoticesSlice } from '../ui/list/rowNotices';
import { toastsSlice } from '../ui/toasts';
import { adoptFirstAnswers } from './firstAnswers';

/** The server's state, and the few things that outlive a component. */
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
  adoptFirstAnswers(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
