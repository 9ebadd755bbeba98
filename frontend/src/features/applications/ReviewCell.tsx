import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import cells from '../../ui/list/RecordCell.module.css';
import { ignoreHeldKey } from '../../ui/ignoreHeldKey';
import type { Verdict } from './ReviewDialog';

type ReviewCellProps = {
  /** Nobody has decided yet, and the reader may. */
  open: boolean;
  /** The applicant. */
  name: string;
  /** The id of the first button, to which the focus comes from the row before. */
  id: string;
  onReview: (verdict: Verdict) => void;
  /** What can be done once it is decided. */
  children?: ReactNode;
};

export function ReviewCell({ open, name, id, onReview, children }: ReviewCellProps) {
  const { t } = useTranslation('applications');
  if (!open) return children ?? <span className={cells.muted}>{t('cell.decided')}</span>;
  return (
    <div className={cells.buttons}>
      <Button
        id={id}
        size="small"
        variant="contained"
        aria-haspopup="dialog"
        aria-label={t('review.acceptNamed', { name })}
        onKeyDown={ignoreHeldKey}
        onClick={() => onReview('APPROVED')}
        sx={{ minHeight: { xs: 44, lg: 36 } }}
      >
        {t('review.accept')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-haspopup="dialog"
        aria-label={t('review.rejectNamed', { name })}
        onKeyDown={ignoreHeldKey}
        onClick={() => onReview('REJECTED')}
        sx={{ minHeight: { xs: 44, lg: 36 } }}
      >
        {t('review.reject')}
      </Button>
    </div>
  );
}
