import Button from '@mui/material/Button';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readUploadShare, subscribeToUploads } from '../../../api/uploadFetch';
import { Icon } from '../../../ui/Icon';
import type { ChosenPicture, PictureItem } from './pictureItems';
import styles from './PictureState.module.css';
import { isHopeless } from './uploadFailure';

type PictureStateProps = { item: PictureItem; position: number; onRetry: () => void };

/** What lies over a picture: that it waits, how far it is, or why it could not be sent. */
export function PictureState({ item, position, onRetry }: PictureStateProps) {
  const { t } = useTranslation('pictures');
  if (item.kind === 'stored') {
    return item.doing && <Ring share={null} label={t(`step.${item.doing}`, { position })} />;
  }
  if (item.step === 'failed') return <FailedState item={item} position={position} onRetry={onRetry} />;
  if (item.step === 'sending') return <SendingState item={item} position={position} />;
  const text = item.copy === 'preparing' ? 'preparing' : item.step;
  return (
    <span className={styles.waits}>
      <Icon name="upload" size={14} />
      {t(`step.${text}`)}
    </span>
  );
}

function SendingState({ item, position }: { item: ChosenPicture; position: number }) {
  const { t } = useTranslation('pictures');
  const share = useSyncExternalStore(subscribeToUploads, () => readUploadShare(item.sent));
  return <Ring share={share} label={t('step.sending', { position })} />;
}

/** Only what could be taken another time can be sent again. */
function FailedState({ item, position, onRetry }: PictureStateProps & { item: ChosenPicture }) {
  const { t } = useTranslation('pictures');
  return (
    <div className={styles.veil}>
      {isHopeless(item.mistake) ? (
        <Icon name="info" size={36} className={styles.hopeless} />
      ) : (
        <Button
          variant="contained"
          className={styles.retry}
          aria-label={t('retryLabel', { position })}
          onClick={onRetry}
        >
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

const radius = 20;
const length = 2 * Math.PI * radius;

/** How far something is; it only turns while nobody knows. */
function Ring({ share, label }: { share: number | null; label: string }) {
  const percent = share === null ? undefined : Math.round(share * 100);
  return (
    <div className={styles.veil}>
      <div
        className={styles.ring}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-unknown={percent === undefined || percent === 100 ? '' : undefined}
      >
        <svg width={56} height={56} viewBox="0 0 48 48" aria-hidden>
          <circle className={styles.track} cx={24} cy={24} r={radius} />
          <circle
            className={styles.done}
            cx={24}
            cy={24}
            r={radius}
            strokeDasharray={length}
            strokeDashoffset={length * (1 - (share === null || share === 1 ? 0.25 : share))}
          />
        </svg>
        {percent !== undefined && percent < 100 && <span className={styles.percent}>{percent}</span>}
      </div>
    </div>
  );
}
