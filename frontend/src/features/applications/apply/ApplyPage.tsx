import Container from '@mui/material/Container';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import type { ListingResponse } from '../../../api/generated';
import { useGetListingQuery } from '../../../api/initialEndpoints';
import { usePageTitle } from '../../../ui/brand/brand';
import styles from './ApplyPage.module.css';
import { ApplyForm } from './ApplyForm';
import { CannotApply } from './CannotApply';

type ApplyPageProps = {
  listingId: string;
  studentId: string;
  /** The listing's card, or its skeleton while it is loading. */
  renderCard: (listing: ListingResponse | undefined) => ReactNode;
  renderFailure: (failure: Failure, retry: () => void) => ReactNode;
};

export function ApplyPage({ listingId, studentId, renderCard, renderFailure }: ApplyPageProps) {
  const { t } = useTranslation('applications');
  usePageTitle(t('apply.title'));
  const { data, error, refetch } = useGetListingQuery({ id: listingId });
  if (error && !data) return renderFailure(error, () => void refetch());
  const listing = data?.payload;
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 3, md: 5 } }}>
      <Typography variant="h2" component="h1" sx={{ mb: 3 }}>
        {t('apply.heading')}
      </Typography>
      <div className={styles.columns} aria-busy={!listing}>
        <section className={styles.card}>
          <h2 className="visually-hidden">{t('apply.listing')}</h2>
          {renderCard(listing)}
        </section>
        {listing && (
          <div className={styles.surface}>
            <Decided listing={listing}>
              <ApplyForm listing={listing} studentId={studentId} />
            </Decided>
          </div>
        )}
      </div>
    </Container>
  );
}

/** Shows the form only if the application is possible; the server checks it again. */
function Decided({ listing, children }: { listing: ListingResponse; children: ReactNode }) {
  if (listing.application) return <CannotApply reason="already" decision={listing.application.status} />;
  if (listing.status !== 'AVAILABLE') return <CannotApply reason="closed" />;
  return children;
}
