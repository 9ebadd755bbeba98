import { createContext, type ReactNode } from 'react';
import type { ListingSummaryResponse } from '../../../api/generated';

/** What the app shows on the image of each card, for example the heart of another feature. */
export const CardCorner = createContext<((listing: ListingSummaryResponse) => ReactNode) | null>(null);
