import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import cells from '../../ui/list/RecordCell.module.css';
import type { Verdict } from './ReviewDialog';

type ReviewCellProps = {
  /** Nobody has decided yet, and the reader may. */
  open: boolean;
  /** The applicant. */
  name: string;
  onReview: (verdict: Verdict) => void;
};

export function ReviewCell({ open, name, onReview }: ReviewCellProps) {
  const { t } = useTranslation('applications');
  if (!open) return <span className={cells.muted}>{t('cell.decided')}</span>;
  return (
    <div className={cells.buttons}>
      <Button
        size="small"
        variant="contained"
        aria-label={t('review.acceptNamed', { name })}
        onClick={() => onReview('APPROVED')}
        sx={{ minHeight: { xs: 44, lg: 36 } }}
      >
        {t('review.accept')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={t('review.rejectNamed', { name })}
        onClick={() => onReview('REJECTED')}
        sx={{ minHeight: { xs: 44, lg: 36 } }}
      >
        {t('review.reject')}
      </Button>
    </div>
  );
}
