import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cells from '../../../ui/list/table/RecordCell.module.css';
import { ignoreKeyRepeat } from '../../../ui/button/ignoreKeyRepeat';
import type { FinalDecision } from './ReviewDialog';

type ReviewCellProps = {
  /** Whether it is pending, and the reader may review it. */
  canReview: boolean;
  /** The applicant's name. */
  name: string;
  /** The id of the first button, which receives the focus from the row before. */
  id: string;
  onReview: (decision: FinalDecision) => void;
  /** Shown after the review. */
  children?: ReactNode;
};

export function ReviewCell({ canReview, name, id, onReview, children }: ReviewCellProps) {
  const { t } = useTranslation('applications');
  if (!canReview) return children ?? <span className={cells.muted}>{t('cell.decided')}</span>;
  return (
    <div className={cells.buttons}>
      <Button
        id={id}
        size="small"
        variant="contained"
        aria-haspopup="dialog"
        aria-label={t('review.acceptNamed', { name })}
        onKeyDown={ignoreKeyRepeat}
        onClick={() => onReview('APPROVED')}
      >
        {t('review.accept')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-haspopup="dialog"
        aria-label={t('review.rejectNamed', { name })}
        onKeyDown={ignoreKeyRepeat}
        onClick={() => onReview('REJECTED')}
      >
        {t('review.reject')}
      </Button>
    </div>
  );
}
