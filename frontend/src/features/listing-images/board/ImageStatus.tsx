import { useTranslation } from 'react-i18next';
import { useUploadProgress } from '../../../api/files/uploads';
import { MoreIcon } from '../../../ui/MoreIcon';
import type { ImageItem, PendingImage } from '../imageItems';
import styles from './ImageStatus.module.css';

type ImageStatusProps = { item: ImageItem; position: number };

/** An overlay on an image: waiting, progress of an action, or failed. */
export function ImageStatus({ item, position }: ImageStatusProps) {
  const { t } = useTranslation('images');
  if (item.kind === 'uploaded') {
    if (!item.pendingAction) return null;
    const label = t(item.pendingAction === 'rotate' ? 'step.rotate' : 'step.delete', { position });
    return <ProgressRing share={null} label={label} />;
  }
  if (item.status === 'uploading') return <UploadProgress item={item} position={position} />;
  const text = item.thumbnail === 'preparing' ? 'preparing' : item.status;
  return (
    <span className={styles.chip} data-failed={item.status === 'failed' ? '' : undefined}>
      <MoreIcon name={item.status === 'failed' ? 'info' : 'upload'} size={14} />
      {t(`step.${text}`)}
    </span>
  );
}

function UploadProgress({ item, position }: { item: PendingImage; position: number }) {
  const { t } = useTranslation('images');
  const share = useUploadProgress(item.upload);
  return <ProgressRing share={share} label={t('step.sending', { position })} />;
}

const radius = 20;
const length = 2 * Math.PI * radius;

/** Spins while the share is unknown, and after 100 % until the response arrives. */
function ProgressRing({ share, label }: { share: number | null; label: string }) {
  const percent = share === null ? undefined : Math.round(share * 100);
  return (
    <div className={styles.overlay}>
      <div
        className={styles.ring}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-indeterminate={percent === undefined || percent === 100 ? '' : undefined}
      >
        <svg width={56} height={56} viewBox="0 0 48 48" aria-hidden>
          <circle className={styles.track} cx={24} cy={24} r={radius} />
          <circle
            className={styles.progress}
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
