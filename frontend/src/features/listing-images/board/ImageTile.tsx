import Button from '@mui/material/Button';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useTranslation } from 'react-i18next';
import { focusableDisabled } from '../../../ui/button/focusableDisabled';
import { Icon } from '../../../ui/Icon';
import { MoreIcon } from '../../../ui/MoreIcon';
import type { Direction, ImageItem } from '../imageItems';
import { ImageDescription } from './ImageDescription';
import { ImagePreview } from './ImagePreview';
import { ImageStatus } from './ImageStatus';
import styles from './ImageTile.module.css';
import { RotateIcon } from './RotateIcon';
import { isPermanentFailure } from '../upload/uploadFailure';
import { useImageTexts } from './useImageTexts';

type ImageTileProps = {
  item: ImageItem;
  /** From 1. */
  position: number;
  total: number;
  onMove: (position: number) => void;
  onRotate: (direction: Direction) => void;
  onDescribe: (description: string) => void;
  onRetry: () => void;
  onRemove: () => void;
};

/** An image is its own drag handle; its buttons are below. */
export function ImageTile(props: ImageTileProps) {
  const { item, position, total, onMove, onRotate, onDescribe, onRetry, onRemove } = props;
  const { t } = useTranslation('images');
  const { reasonText } = useImageTexts();
  const { attributes, listeners, node, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: item.key, attributes: { roleDescription: t('sortable') } });
  const isCover = position === 1;
  const canRotateNow = canRotate(item);
  const isBeingDeleted = item.kind === 'uploaded' && item.pendingAction === 'delete';
  const retry = () => {
    onRetry();
    // The focused button disappears.
    node.current?.querySelector<HTMLElement>('[data-handle]')?.focus();
  };
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-dragging={isDragging ? '' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.image}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={styles.handle}
          data-handle
          {...attributes}
          {...listeners}
          aria-label={t(isCover ? 'nameOfCover' : 'name', { position, total })}
        >
          <ImagePreview item={item} />
        </button>
        <ImageStatus item={item} position={position} />
        <span className={isCover ? styles.cover : styles.number} aria-hidden>
          {isCover ? t('cover') : position}
        </span>
        <button
          type="button"
          className={styles.remove}
          aria-label={t('delete', { position })}
          {...focusableDisabled(isBeingDeleted, onRemove)}
        >
          <MoreIcon name="trash" />
        </button>
      </div>
      {item.kind === 'pending' && item.status === 'failed' && (
        <div className={styles.failure}>
          <p className={styles.reason} role="alert">
            {reasonText(item.failure)}
          </p>
          {!isPermanentFailure(item.failure) && (
            <Button
              size="small"
              variant="outlined"
              aria-label={t('retryLabel', { position })}
              onClick={retry}
            >
              {t('retry')}
            </Button>
          )}
        </div>
      )}
      <ImageDescription item={item} position={position} onChange={onDescribe} />
      <div className={styles.buttons}>
        <TileButton
          label={t('earlier', { position })}
          disabled={isCover}
          onClick={() => onMove(position - 1)}
        >
          <Icon name="left" />
        </TileButton>
        <TileButton
          label={t('later', { position })}
          disabled={position === total}
          onClick={() => onMove(position + 1)}
        >
          <Icon name="right" />
        </TileButton>
        <TileButton
          label={t('rotateLeft', { position })}
          disabled={!canRotateNow}
          onClick={() => onRotate('left')}
        >
          <RotateIcon direction="left" />
        </TileButton>
        <TileButton
          label={t('rotateRight', { position })}
          disabled={!canRotateNow}
          onClick={() => onRotate('right')}
        >
          <RotateIcon direction="right" />
        </TileButton>
      </div>
    </li>
  );
}

/** Not during an upload or another action, nor when the browser cannot decode the file. */
function canRotate(item: ImageItem): boolean {
  if (item.kind === 'uploaded') return item.pendingAction === null;
  return (item.status === 'waiting' || item.status === 'failed') && item.thumbnail !== null;
}

type TileButtonProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode };

function TileButton({ label, disabled, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      {...focusableDisabled(disabled, onClick)}
    >
      {children}
    </button>
  );
}
