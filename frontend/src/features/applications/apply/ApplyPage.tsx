import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { usePageTitle } from '../../../ui/brand/brand';
import { PageContainer } from '../../../ui/layout/PageContainer';
import space from '../../../ui/layout/space.module.css';
import { useMedia } from '../../../theme/useMedia';
import styles from './ApplyPage.module.css';
import { ApplyForm } from './ApplyForm';
import { CannotApply } from './CannotApply';
import { ListingRow } from './ListingRow';
import { useLetterStarts } from './useLetterStarts';

type ApplyPageProps = {
  /** Undefined while it is loading. */
  listing: ListingResponse | undefined;
  studentId: string;
  /** The listing's card, or its skeleton, for wide windows. */
  card: ReactNode;
};

export function ApplyPage({ listing, studentId, card }: ApplyPageProps) {
  const { t } = useTranslation('applications');
  usePageTitle(t('apply.title'));
  const isWide = useMedia('(min-width: 900px)');
  // The form waits for them: they would move it.
  const starts = useLetterStarts();
  const obstacle = listing && findObstacle(listing);
  return (
    <PageContainer>
      {!obstacle && (
        <Typography variant="h2" component="h1" className={space.below24}>
          {t('apply.heading')}
        </Typography>
      )}
      <div className={styles.columns} aria-busy={!listing || (!obstacle && !starts)}>
        {obstacle && <div className={styles.surface}>{obstacle}</div>}
        <section className={styles.card}>
          <h2 className="visually-hidden">{t('apply.listing')}</h2>
          {isWide ? card : <ListingRow listing={listing} />}
        </section>
        {listing && !obstacle && starts && (
          <div className={styles.surface}>
            <ApplyForm listing={listing} studentId={studentId} starts={starts} />
          </div>
        )}
      </div>
    </PageContainer>
  );
}

/** Replaces the heading and the form if no application is possible; the server checks it again. */
function findObstacle(listing: ListingResponse): ReactNode {
  if (listing.application) return <CannotApply reason="already" decision={listing.application.status} />;
  if (listing.status !== 'AVAILABLE') return <CannotApply reason="closed" />;
  return null;
}
