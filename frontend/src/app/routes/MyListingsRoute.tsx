import { useRef, useState } from 'react';
import { removeListingDraft } from '../../features/listing-wizard/drafts/removeListingDraft';
import { UnfinishedDrafts } from '../../features/listing-wizard/drafts/UnfinishedDrafts';
import { MyListingsPage } from '../../features/listings/manage/MyListingsPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';

export function MyListingsRoute() {
  const user = useCurrentUser();
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletedId, setDeletedId] = useState<string>();
  // Only for a moment during logout: the guard admits logged-in users only.
  if (!user) return null;
  return (
    <MyListingsPage
      isAdministrator={user.role === 'ADMIN'}
      headingRef={heading}
      drafts={
        // A new key reads the drafts again.
        <UnfinishedDrafts
          key={deletedId}
          userId={user.externalId}
          onDiscarded={() => heading.current?.focus()}
        />
      }
      onDeleted={(id) => {
        removeListingDraft(user.externalId, id);
        setDeletedId(id);
      }}
    />
  );
}
