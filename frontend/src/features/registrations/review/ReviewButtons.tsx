import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ignoreKeyRepeat } from '../../../ui/button/ignoreKeyRepeat';

export type ReviewAction = 'reject' | 'approve' | 'approveAndNext';

type ReviewButtonsProps = {
  /** The action that is being sent. */
  sentAction: ReviewAction | undefined;
  hasNext: boolean;
  onAction: (action: ReviewAction) => void;
};

export function ReviewButtons({ sentAction, hasNext, onAction }: ReviewButtonsProps) {
  const { t } = useTranslation('registrations');
  const common = (action: ReviewAction) => ({
    disabled: sentAction !== undefined,
    loading: sentAction === action,
    onKeyDown: ignoreKeyRepeat,
    onClick: () => onAction(action),
  });
  return (
    <>
      <Button variant="outlined" color="error" {...common('reject')}>
        {t('review.reject')}
      </Button>
      <Button variant={hasNext ? 'outlined' : 'contained'} {...common('approve')}>
        {t('review.approve')}
      </Button>
      {hasNext && (
        <Button variant="contained" {...common('approveAndNext')}>
          {t('review.approveAndNext')}
        </Button>
      )}
    </>
  );
}
