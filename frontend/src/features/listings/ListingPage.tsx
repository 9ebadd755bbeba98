import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import type { ListingResponse } from '../../api/generated';
import { useGetListingQuery } from '../../api/startEndpoints';
import { streetLine, townLine } from '../../ui/address';
import { usePageTitle } from '../../ui/brand';
import { useMedia } from '../../ui/useMedia';
import { AmenityList } from './AmenityList';
import { ApplyAction, isOpenToApply } from './ApplyAction';
import { ApplyBar } from './ApplyBar';
import { FactStrip } from './FactStrip';
import { ListingPhotos } from './gallery/ListingPhotos';
import { ListingHeading } from './ListingHeading';
import { ListingMap } from './ListingMap';
import styles from './ListingPage.module.css';
import { ListingSkeleton } from './ListingSkeleton';
import { ListingToolbar } from './ListingToolbar';
import { PriceBox } from './PriceBox';
import { TakedownNotice } from './TakedownNotice';
import { useWayBack } from './useWayBack';

type ListingPageProps = {
  id: string;
  /** Undefined while it is not known yet who is looking. */
  mayApply: boolean | undefined;
  /** Who it is that is told why a listing was taken down; the server tells nobody else. */
  reader: 'landlord' | 'administrator';
  /** Below the price: what else the reader can do about a listing. */
  renderActions: (listing: ListingResponse) => ReactNode;
  renderFailure: (failure: Failure, retry: () => void) => ReactNode;
};

export function ListingPage({ id, mayApply, reader, renderActions, renderFailure }: ListingPageProps) {
  const { data, error, refetch } = useGetListingQuery({ id });
  const back = useWayBack();
  // Drawn bit by bit when it arrives, so that a slow phone goes on answering.
  const listing = useDeferredValue(data?.payload);
  if (error) return renderFailure(error, () => void refetch());
  const toolbar = <ListingToolbar id={id} title={listing?.title ?? ''} back={back} />;
  if (!data || !listing || mayApply === undefined) return <ListingSkeleton toolbar={toolbar} />;
  return (
    <Listing listing={listing} mayApply={mayApply} reader={reader} toolbar={toolbar}>
      {renderActions(listing)}
    </Listing>
  );
}

type ListingProps = Pick<ListingPageProps, 'reader'> & {
  listing: ListingResponse;
  mayApply: boolean;
  toolbar: ReactNode;
  children: ReactNode;
};

function Listing({ listing, mayApply, reader, toolbar, children }: ListingProps) {
  const { t } = useTranslation('listings');
  usePageTitle(listing.title);
  const phone = useMedia('(max-width: 767px)');
  const barApplies = phone && mayApply && isOpenToApply(listing);
  return (
    <article className={styles.frame}>
      {toolbar}
      <ListingPhotos images={listing.images} title={listing.title} />
      <div className={styles.columns}>
        <div>
          {listing.takedownReason !== null && (
            <div className={styles.takedown}>
              <TakedownNotice reason={listing.takedownReason} reader={reader} />
            </div>
          )}
          <ListingHeading listing={listing} />
          <FactStrip listing={listing} />
          <Text title={t('detail.description')}>{listing.description}</Text>
          <Text title={t('detail.tenantDescription')}>{listing.tenantDescription}</Text>
          {listing.amenities.length > 0 && (
            <Section title={t('detail.amenities')}>
              <AmenityList amenities={listing.amenities} />
            </Section>
          )}
        </div>
        <div className={styles.side}>
          <PriceBox listing={listing}>
            {mayApply && !barApplies && <ApplyAction listing={listing} />}
          </PriceBox>
          <div className={styles.actions}>{children}</div>
        </div>
        <Section title={t('detail.location')}>
          <address className={styles.address}>
            {streetLine(listing.address)}, {townLine(listing.address)}
          </address>
          <p className={`${styles.text} ${styles.locationText}`}>{listing.locationDescription}</p>
          <ListingMap address={listing.address} />
        </Section>
      </div>
      {barApplies && <ApplyBar listing={listing} />}
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      {children}
    </section>
  );
}

function Text({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title}>
      <p className={styles.text}>{children}</p>
    </Section>
  );
}
