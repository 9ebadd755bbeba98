import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ignoreHeldKey } from '../../ui/ignoreHeldKey';

export type Answer = 'reject' | 'approve' | 'approveAndNext';

type ReviewButtonsProps = {
  /** The answer that is under way. */
  sending: Answer | undefined;
  hasNext: boolean;
  onAnswer: (answer: Answer) => void;
};

export function ReviewButtons({ sending, hasNext, onAnswer }: ReviewButtonsProps) {
  const { t } = useTranslation('registrationRequests');
  const common = (answer: Answer) => ({
    disabled: sending !== undefined,
    loading: sending === answer,
    onKeyDown: ignoreHeldKey,
    onClick: () => onAnswer(answer),
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
