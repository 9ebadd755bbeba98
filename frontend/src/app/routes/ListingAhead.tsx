import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { api } from '../../api/startEndpoints';
import { PageLoading } from '../PageLoading';

/** Asks for the listing while the code of its page is on the way, which then finds it under way or there. */
export function ListingAhead({ children }: { children: ReactNode }) {
  const { id = '' } = useParams();
  api.endpoints.getListing.useQuerySubscription({ id });
  // What waits for code asks for nothing yet, and so the waiting ends here.
  return <Suspense fallback={<PageLoading />}>{children}</Suspense>;
}
