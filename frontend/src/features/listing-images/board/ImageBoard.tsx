import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/FieldError';
import { usePreventFileDrop } from '../../../ui/file/usePreventFileDrop';
import { MoreIcon } from '../../../ui/MoreIcon';
import styles from './ImageBoard.module.css';
import { ImageGrid } from './ImageGrid';
import type { Problem } from '../imageEditorState';
import { useFileDropAndPaste } from './useFileDropAndPaste';
import type { ListingImages } from '../useListingImages';
import { useImageTexts } from './useImageTexts';

type ImageBoardProps = {
  images: ListingImages;
  /** Whether to show that an image is required. */
  missing: boolean;
};

/** Users choose, order, rotate and delete the images of a listing here. */
export function ImageBoard({ images, missing }: ImageBoardProps) {
  const { t } = useTranslation('images');
  const { countText, announcementText, problemText } = useImageTexts();
  const { items, pendingCount, unpersistedCount, announcement, problems } = images;
  const { isDragOver, handlers } = useFileDropAndPaste((files) => void images.add(files));
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  usePreventFileDrop();
  const error = missing && items.length === 0 ? t('missing') : '';
  return (
    <div className={styles.board} data-over={isDragOver ? '' : undefined} {...handlers}>
      <div className={styles.dropZone}>
        <input
          ref={input}
          id={id}
          name="images"
          type="file"
          className={styles.input}
          accept="image/*"
          multiple
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => {
            const files = Array.from(event.target.files ?? []);
            // So that the same file can be chosen again.
            event.target.value = '';
            if (files.length > 0) void images.add(files);
          }}
        />
        <label htmlFor={id} className={styles.label}>
          <MoreIcon name="upload" size={28} className={styles.icon} />
          <span>
            <span className={styles.browse}>{t('choose')}</span> {t('drop')}
          </span>
        </label>
        <p id={`${id}-hint`} className={styles.hint}>
          {t('hint')} <span className={styles.pasteHint}>{t('hintPaste')}</span>
        </p>
      </div>
      <div className={styles.messages}>
        <FieldError id={`${id}-error`} text={error} />
        <div role="alert">
          {problems.map((problem) => (
            <p key={keyOf(problem)} className={styles.problem}>
              {problemText(problem)}
            </p>
          ))}
        </div>
      </div>
      {items.length > 0 && (
        <>
          {unpersistedCount > 0 && (
            <p className={styles.problem}>{t('unpersisted', { count: unpersistedCount })}</p>
          )}
          <p className={styles.count}>
            <strong>{countText(items.length)}</strong>
            {pendingCount > 0 && <span>{t('pendingCount', { count: pendingCount })}</span>}
            {items.length > 1 && <OrderHint />}
          </p>
          <p className={styles.why}>{t('descriptionWhy')}</p>
          <ImageGrid images={images} onEmpty={() => input.current?.focus()} />
        </>
      )}
      <p className="visually-hidden" role="status">
        {announcement && <span key={announcement.id}>{announcementText(announcement)}</span>}
      </p>
    </div>
  );
}

const keyOf = (problem: Problem): string =>
  problem.kind === 'rejected' ? `rejected ${problem.fault}` : problem.kind;

function OrderHint() {
  const { t } = useTranslation('images');
  return (
    <span className={styles.orderHint}>
      <span className={styles.mouseHint}>{t('orderByMouse')}</span>
      <span className={styles.touchHint}>{t('orderByFinger')}</span>
    </span>
  );
}
