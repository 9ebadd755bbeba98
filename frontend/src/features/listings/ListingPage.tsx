import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import type { ListingResponse } from '../../api/generated';
import { useGetListingQuery } from '../../api/startEndpoints';
import { usePageTitle } from '../../ui/brand';
import { AmenityList } from './AmenityList';
import { ApplyAction, isOpenToApply } from './ApplyAction';
import { ApplyBar } from './ApplyBar';
import { FactStrip } from './FactStrip';
import { ListingPhotos } from './gallery/ListingPhotos';
import { ListingHeading } from './ListingHeading';
import { ListingMap } from './ListingMap';
import { ListingSkeleton, pageFrame } from './ListingSkeleton';
import { PriceBox } from './PriceBox';
import { TakedownNotice } from './TakedownNotice';

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
  // Drawn bit by bit when it arrives, so that a slow phone goes on answering.
  const listing = useDeferredValue(data?.payload);
  if (error) return renderFailure(error, () => void refetch());
  if (!data || !listing || mayApply === undefined) return <ListingSkeleton />;
  return (
    <Listing listing={listing} mayApply={mayApply} reader={reader}>
      {renderActions(listing)}
    </Listing>
  );
}

type ListingProps = Pick<ListingPageProps, 'reader'> & {
  listing: ListingResponse;
  mayApply: boolean;
  children: ReactNode;
};

function Listing({ listing, mayApply, reader, children }: ListingProps) {
  const { t } = useTranslation('listings');
  usePageTitle(listing.title);
  const phone = useMediaQuery('(max-width: 767px)', { noSsr: true });
  const barApplies = phone && mayApply && isOpenToApply(listing);
  return (
    <Container component="article" maxWidth={false} sx={pageFrame}>
      <ListingPhotos images={listing.images} title={listing.title} swiped={phone} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            md: 'minmax(0, 1fr) 340px',
            lg: 'minmax(0, 1fr) 360px',
          },
          columnGap: { md: 5, lg: 8 },
          rowGap: 4,
          mt: { xs: 2.5, md: 5 },
          px: { xs: 2, md: 0 },
        }}
      >
        <Box>
          {listing.takedownReason !== null && (
            <Box sx={{ mb: 3 }}>
              <TakedownNotice reason={listing.takedownReason} reader={reader} />
            </Box>
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
        </Box>
        <Box sx={{ position: { md: 'sticky' }, top: 96, alignSelf: 'start' }}>
          <PriceBox listing={listing}>
            {mayApply && !barApplies && <ApplyAction listing={listing} />}
          </PriceBox>
          {children}
        </Box>
        <Section title={t('detail.location')}>
          <Typography sx={{ maxWidth: '66ch', mb: 2.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {listing.locationDescription}
          </Typography>
          <ListingMap address={listing.address} />
        </Section>
      </Box>
      {barApplies && <ApplyBar listing={listing} />}
    </Container>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

/** Free text keeps the lines in which it was written. */
function Text({ title, children }: { title: string; children: string }) {
  return (
    <Section title={title}>
      <Typography sx={{ maxWidth: '66ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Section>
  );
}
