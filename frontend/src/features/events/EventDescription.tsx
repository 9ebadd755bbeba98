import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EventResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { Badge } from '../../ui/badge/Badge';
import { NewTabLink } from '../../ui/link/NewTabLink';
import { displayName } from '../../ui/user/displayName';
import { listingOf, userOf } from './eventEntities';
import styles from './EventDescription.module.css';
import { eventTone } from './eventTones';
import { ReportText } from './ReportText';
import { SuspicionReasons } from './SuspicionReasons';

/** The event in one sentence, with links. */
export function EventDescription({ event }: { event: EventResponse }) {
  const { t } = useTranslation('events');
  const { type, report, reasons } = event;
  return (
    <div className={styles.description}>
      <Badge tone={eventTone(type)}>{t(`type.${type}`)}</Badge>
      <p className={styles.sentence}>
        <Sentence event={event} />
      </p>
      {report && <ReportText report={report} />}
      {reasons && <SuspicionReasons reasons={reasons} />}
    </div>
  );
}

/** Names are inserted as elements and never as text: nothing in them is parsed as markup. */
function Sentence({ event }: { event: EventResponse }) {
  const { t } = useTranslation('events');
  const listing = listingOf(event);
  const user = userOf(event);
  const { deletedListing } = event;
  const landlord = (listing ?? deletedListing)?.landlord;
  if (!landlord && !user) return <>{t(`deleted.${event.type}`)}</>;
  return (
    <>
      <Trans
        t={t}
        i18nKey={`description.${event.type}`}
        components={{
          listing: listing ? (
            <ListingLink id={listing.externalId}>{listing.title}</ListingLink>
          ) : (
            <Name>{deletedListing?.title}</Name>
          ),
          landlord: <Name>{landlord && displayName(landlord)}</Name>,
          user: user ? <RegistrationLink user={user} /> : <Name />,
        }}
      />
      {deletedListing && ` ${t('deletedListing')}`}
    </>
  );
}

function Name({ children }: { children?: ReactNode }) {
  return <span className={styles.name}>{children}</span>;
}

/** In a new tab, so that the list stays. */
function ListingLink({ id, children }: { id: string; children?: ReactNode }) {
  const { t } = useTranslation('events');
  return (
    <NewTabLink className={styles.link} href={paths.listing.href(id)} hint={t('newTab')}>
      {children}
    </NewTabLink>
  );
}

type RegistrationLinkProps = { user: NonNullable<ReturnType<typeof userOf>> };

/** To the user's registration, in any status. */
function RegistrationLink({ user }: RegistrationLinkProps) {
  const query = new URLSearchParams({ keyword: user.email, status: 'ANY' });
  if (user.role === 'LANDLORD') query.set('tab', 'landlords');
  return (
    <Link
      className={styles.link}
      to={{ pathname: paths.registrationRequests.href(), search: query.toString() }}
    >
      {displayName(user)}
    </Link>
  );
}
