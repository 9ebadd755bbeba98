import { useRef } from 'react';
import { UnfinishedDrafts } from '../../features/listing-wizard/drafts/UnfinishedDrafts';
import { MyListingsPage } from '../../features/listings/manage/MyListingsPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';

export function MyListingsRoute() {
  const user = useCurrentUser();
  const heading = useRef<HTMLHeadingElement>(null);
  // Only for a moment during logout: the guard admits logged-in users only.
  if (!user) return null;
  return (
    <MyListingsPage
      isAdministrator={user.role === 'ADMIN'}
      headingRef={heading}
      drafts={<UnfinishedDrafts userId={user.externalId} onDiscarded={() => heading.current?.focus()} />}
    />
  );
}
