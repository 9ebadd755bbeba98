import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { api } from '../../api/initialEndpoints';

/** Requests the listing while the code of its page loads; the page then shares the request. */
export function PrefetchListing({ children }: { children: ReactNode }) {
  const { id = '' } = useParams();
  api.endpoints.getListing.useQuerySubscription({ id });
  return children;
}
