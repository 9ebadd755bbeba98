import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { api } from '../../api/startEndpoints';

/** Asks for the listing while the code of its page is on the way, which then finds it under way or there. */
export function ListingAhead({ children }: { children: ReactNode }) {
  const { id = '' } = useParams();
  api.endpoints.getListing.useQuerySubscription({ id });
  return children;
}
