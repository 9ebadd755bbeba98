import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { EventResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { Badge } from '../../ui/Badge';
import { NewTabLink } from '../../ui/NewTabLink';
import { personName } from '../../ui/person/personName';
import { listingOf, personOf } from './entities';
import styles from './EventStory.module.css';
import { eventTone } from './eventTones';
import { ReportText } from './ReportText';

/** What happened, in a sentence whose names lead to what they name. */
export function EventStory({ event }: { event: EventResponse }) {
  const { t } = useTranslation('events');
  const { type, report } = event;
  return (
    <div className={styles.story}>
      <Badge tone={eventTone(type)}>{t(`type.${type}`)}</Badge>
      <p className={styles.sentence}>
        <Sentence event={event} />
      </p>
      {report && <ReportText report={report} />}
    </div>
  );
}

/** Names are put in as elements and never as text: nothing in them is read as markup. */
function Sentence({ event }: { event: EventResponse }) {
  const { t } = useTranslation('events');
  const listing = listingOf(event);
  const person = personOf(event);
  if (!listing && !person) return <>{t(`gone.${event.type}`)}</>;
  return (
    <Trans
      t={t}
      i18nKey={`story.${event.type}`}
      components={{
        listing: <ListingLink id={listing?.externalId ?? ''}>{listing?.title}</ListingLink>,
        landlord: <Name>{listing && personName(listing.landlord)}</Name>,
        person: person ? <RequestLink person={person} /> : <Name />,
      }}
    />
  );
}

function Name({ children }: { children?: ReactNode }) {
  return <span className={styles.name}>{children}</span>;
}

/** In a tab of its own, so that the list stays where it is. */
function ListingLink({ id, children }: { id: string; children?: ReactNode }) {
  const { t } = useTranslation('events');
  return (
    <NewTabLink className={styles.link} href={paths.listing.href(id)} hint={t('newTab')}>
      {children}
    </NewTabLink>
  );
}

type RequestLinkProps = { person: NonNullable<ReturnType<typeof personOf>> };

/** To the person's request, whether it has been decided or not. */
function RequestLink({ person }: RequestLinkProps) {
  const query = new URLSearchParams({ keyword: person.email, status: 'ANY' });
  if (person.role === 'LANDLORD') query.set('tab', 'landlords');
  return (
    <Link
      className={styles.link}
      to={{ pathname: paths.registrationRequests.href(), search: query.toString() }}
    >
      {personName(person)}
    </Link>
  );
}
