import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';

/** Also dispatches requests of the API outside of their hooks. */
export type ApiDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

export const useApiDispatch = useDispatch.withTypes<ApiDispatch>();
