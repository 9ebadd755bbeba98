import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../api/generated';
import { LetQuestion } from './letting/LetQuestion';
import styles from './ReviewNotice.module.css';
import type { LetListing, Letting } from './letting/useLetting';

type OverdueNoticeProps = { applications: readonly ApplicationResponse[]; letting: Letting };

/** More questions would push the list out of sight. */
const maxListings = 2;

/**
 * For a landlord: asks about the listings whose applications wait for longer than usual. What was
 * done about a listing stays on screen, although its applications have left the list.
 */
export function OverdueNotice({ applications, letting }: OverdueNoticeProps) {
  const { t } = useTranslation('applications');
  const [started, setStarted] = useState<readonly LetListing[]>([]);
  const isStarted = (listing: LetListing) => findSame(started, listing) !== undefined;
  const overdue = overdueListings(applications);
  const others = overdue.filter((listing) => !isStarted(listing));
  // As the list has them now, because a status may have changed.
  const shownStarted = started.map((listing) => findSame(overdue, listing) ?? listing);
  const listings = [...shownStarted, ...others.slice(0, maxListings)];
  if (listings.length === 0) return null;
  return (
    <Alert role="note" severity="info" className={styles.notice ?? ''}>
      <AlertTitle>{t('let.overdueTitle')}</AlertTitle>
      {t('let.overdueText')}
      {listings.map((listing) => (
        <LetQuestion
          key={listing.externalId}
          listing={listing}
          letting={letting}
          onProceed={() => setStarted(isStarted(listing) ? started : [...started, listing])}
        />
      ))}
    </Alert>
  );
}

/** Each listing once, in the order of the list. */
function overdueListings(applications: readonly ApplicationResponse[]): LetListing[] {
  const found = new Map<string, LetListing>();
  for (const { listing, overdue } of applications) {
    const { externalId } = listing;
    if (overdue && externalId !== null) found.set(externalId, { ...listing, externalId });
  }
  return [...found.values()];
}

const findSame = (listings: readonly LetListing[], { externalId }: LetListing): LetListing | undefined =>
  listings.find((listing) => listing.externalId === externalId);
