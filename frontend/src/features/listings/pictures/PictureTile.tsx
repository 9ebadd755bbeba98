import Button from '@mui/material/Button';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import type { Direction, PictureItem } from './pictureItems';
import { PicturePreview } from './PicturePreview';
import { PictureState } from './PictureState';
import styles from './PictureTile.module.css';
import { TurnIcon } from './TurnIcon';
import { isHopeless } from './uploadFailure';
import { usePictureTexts } from './usePictureTexts';

type PictureTileProps = {
  item: PictureItem;
  /** From 1. */
  position: number;
  total: number;
  onMove: (position: number) => void;
  onTurn: (direction: Direction) => void;
  onRetry: () => void;
  onRemove: () => void;
};

/** One picture: itself is the handle to drag it by, and below it are the buttons. */
export function PictureTile({ item, position, total, onMove, onTurn, onRetry, onRemove }: PictureTileProps) {
  const { t } = useTranslation('pictures');
  const { reasonOf } = usePictureTexts();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: item.key, attributes: { roleDescription: t('sortable') } });
  const isCover = position === 1;
  const canTurn = isTurnable(item);
  const isLeaving = item.kind === 'stored' && item.doing === 'remove';
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-dragging={isDragging ? '' : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.picture}>
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={styles.handle}
          data-handle
          {...attributes}
          {...listeners}
          aria-label={t(isCover ? 'nameOfCover' : 'name', { position, total })}
        >
          <PicturePreview item={item} />
        </button>
        <PictureState item={item} position={position} />
        <span className={isCover ? styles.cover : styles.number} aria-hidden>
          {isCover ? t('cover') : position}
        </span>
        <button
          type="button"
          className={styles.remove}
          aria-label={t('remove', { position })}
          aria-disabled={isLeaving}
          onClick={() => !isLeaving && onRemove()}
        >
          <Icon name="trash" />
        </button>
      </div>
      {item.kind === 'chosen' && item.step === 'failed' && (
        <div className={styles.failure}>
          <p className={styles.reason} role="alert">
            {reasonOf(item.mistake)}
          </p>
          {/* Only what could be taken another time can be sent again. */}
          {!isHopeless(item.mistake) && (
            <Button
              size="small"
              variant="outlined"
              aria-label={t('retryLabel', { position })}
              onClick={onRetry}
            >
              {t('retry')}
            </Button>
          )}
        </div>
      )}
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
        <TileButton label={t('turnLeft', { position })} disabled={!canTurn} onClick={() => onTurn('left')}>
          <TurnIcon direction="left" />
        </TileButton>
        <TileButton label={t('turnRight', { position })} disabled={!canTurn} onClick={() => onTurn('right')}>
          <TurnIcon direction="right" />
        </TileButton>
      </div>
    </li>
  );
}

/** What is on its way, or cannot be read here, cannot be turned now. */
function isTurnable(item: PictureItem): boolean {
  if (item.kind === 'stored') return item.doing === null;
  return (item.step === 'waiting' || item.step === 'failed') && item.copy !== null;
}

type TileButtonProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode };

/** Stays in the tab order when it cannot be used, so that whoever has just used it is not lost. */
function TileButton({ label, disabled, onClick, children }: TileButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onClick();
      }}
    >
      {children}
    </button>
  );
}
