import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import space from '../../../ui/layout/space.module.css';
import styles from './ApplyPage.module.css';
import { ApplyForm } from './ApplyForm';
import { CannotApply } from './CannotApply';
import { useLetterStarts } from './useLetterStarts';

type ApplyPageProps = {
  /** Undefined while it is loading. */
  listing: ListingResponse | undefined;
  studentId: string;
  /** The listing's card, or its skeleton. */
  card: ReactNode;
};

export function ApplyPage({ listing, studentId, card }: ApplyPageProps) {
  const { t } = useTranslation('applications');
  usePageTitle(t('apply.title'));
  // The form waits for them: they would move it.
  const starts = useLetterStarts();
  return (
    <PageContainer>
      <Typography variant="h2" component="h1" className={space.below24}>
        {t('apply.heading')}
      </Typography>
      <div className={styles.columns} aria-busy={!listing || !starts}>
        <section className={styles.card}>
          <h2 className="visually-hidden">{t('apply.listing')}</h2>
          {card}
        </section>
        {listing && starts && (
          <div className={styles.surface}>
            <Decided listing={listing}>
              <ApplyForm listing={listing} studentId={studentId} starts={starts} />
            </Decided>
          </div>
        )}
      </div>
    </PageContainer>
  );
}

/** Shows the form only if the application is possible; the server checks it again. */
function Decided({ listing, children }: { listing: ListingResponse; children: ReactNode }) {
  if (listing.application) return <CannotApply reason="already" decision={listing.application.status} />;
  if (listing.status !== 'AVAILABLE') return <CannotApply reason="closed" />;
  return children;
}
