import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { streetLine, townLine } from '../../../ui/user/addressLines';
import { usePageTitle } from '../../../ui/brand/brand';
import { useMedia } from '../../../theme/useMedia';
import { AmenityList } from './AmenityList';
import { ApplyAction, isOpenToApply } from './ApplyAction';
import { ApplyBar } from './ApplyBar';
import { FactStrip } from './FactStrip';
import { ListingGallery } from '../gallery/ListingGallery';
import { ListingHeading } from './ListingHeading';
import { ListingMap } from './map/ListingMap';
import styles from './ListingPage.module.css';
import { ListingSkeleton } from './ListingSkeleton';
import { ListingToolbar } from './toolbar/ListingToolbar';
import { PriceBox } from './PriceBox';
import { TakedownNotice } from '../TakedownNotice';
import { useBackToResults } from './toolbar/useBackToResults';

type ListingPageProps = {
  id: string;
  /** Undefined while it is loading. */
  listing: ListingResponse | undefined;
  /** Of the title. */
  headingRef: Ref<HTMLHeadingElement>;
  /** Undefined while the current user is being loaded. */
  mayApply: boolean | undefined;
  /** Who reads the takedown reason, which the server sends to no other user. */
  reader: 'landlord' | 'administrator';
  /** Actions of other features, above the images. */
  toolbarActions: ReactNode;
  /** Actions of other features, below the price. */
  children: ReactNode;
};

export function ListingPage(props: ListingPageProps) {
  const { id, listing, headingRef, mayApply, reader, toolbarActions, children } = props;
  const back = useBackToResults();
  const toolbar = (
    <ListingToolbar id={id} title={listing?.title ?? ''} back={back}>
      {toolbarActions}
    </ListingToolbar>
  );
  if (!listing || mayApply === undefined) return <ListingSkeleton toolbar={toolbar} />;
  return (
    <Listing listing={listing} headingRef={headingRef} mayApply={mayApply} reader={reader} toolbar={toolbar}>
      {children}
    </Listing>
  );
}

type ListingProps = Pick<ListingPageProps, 'reader' | 'headingRef'> & {
  listing: ListingResponse;
  mayApply: boolean;
  toolbar: ReactNode;
  children: ReactNode;
};

function Listing({ listing, headingRef, mayApply, reader, toolbar, children }: ListingProps) {
  const { t } = useTranslation('listings');
  usePageTitle(listing.title);
  const isPhone = useMedia('(max-width: 767px)');
  const hasApplyBar = isPhone && mayApply && isOpenToApply(listing);
  return (
    <article className={styles.frame}>
      {toolbar}
      <ListingGallery images={listing.images} title={listing.title} />
      <div className={styles.columns}>
        <div>
          {listing.takedownReason !== null && (
            <div className={styles.takedown}>
              <TakedownNotice reason={listing.takedownReason} reader={reader} />
            </div>
          )}
          <ListingHeading listing={listing} headingRef={headingRef} />
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
            {mayApply && !hasApplyBar && <ApplyAction listing={listing} />}
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
      {hasApplyBar && <ApplyBar listing={listing} />}
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
