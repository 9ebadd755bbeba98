import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readUploadShare, subscribeToUploads } from '../../../api/uploadFetch';
import { Icon } from '../../../ui/Icon';
import type { ChosenPicture, PictureItem } from './pictureItems';
import styles from './PictureState.module.css';

type PictureStateProps = { item: PictureItem; position: number };

/** What lies over a picture: that it waits, how far it is, or that it could not be sent. */
export function PictureState({ item, position }: PictureStateProps) {
  const { t } = useTranslation('pictures');
  if (item.kind === 'stored') {
    return item.doing && <Ring share={null} label={t(`step.${item.doing}`, { position })} />;
  }
  if (item.step === 'sending') return <SendingState item={item} position={position} />;
  const text = item.copy === 'preparing' ? 'preparing' : item.step;
  return (
    <span className={styles.chip} data-failed={item.step === 'failed' ? '' : undefined}>
      <Icon name={item.step === 'failed' ? 'info' : 'upload'} size={14} />
      {t(`step.${text}`)}
    </span>
  );
}

function SendingState({ item, position }: { item: ChosenPicture; position: number }) {
  const { t } = useTranslation('pictures');
  const share = useSyncExternalStore(subscribeToUploads, () => readUploadShare(item.sent));
  return <Ring share={share} label={t('step.sending', { position })} />;
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
