import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/form/FieldError';
import { useNoAccidentalOpening } from '../../../ui/form/useNoAccidentalOpening';
import { Icon } from '../../../ui/Icon';
import styles from './PictureBoard.module.css';
import { PictureGrid } from './PictureGrid';
import type { Problem } from './pictureNews';
import { useIncomingFiles } from './useIncomingFiles';
import type { Pictures } from './usePictures';
import { usePictureTexts } from './usePictureTexts';

type PictureBoardProps = {
  pictures: Pictures;
  /** Whether to say that one is needed. */
  missing: boolean;
};

/** Where a listing's pictures are chosen and arranged. */
export function PictureBoard({ pictures, missing }: PictureBoardProps) {
  const { t } = useTranslation('pictures');
  const { countOf, newsText, problemText } = usePictureTexts();
  const { items, waiting, unkept, news, problems } = pictures;
  const { over, handlers } = useIncomingFiles((files) => void pictures.add(files));
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useNoAccidentalOpening();
  const error = missing && items.length === 0 ? t('missing') : '';
  return (
    <div
      className={styles.board}
      data-over={over ? '' : undefined}
      data-invalid={error ? '' : undefined}
      {...handlers}
    >
      <div className={styles.drop}>
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
            // Emptied, so that the same file can be chosen again.
            event.target.value = '';
            if (files.length > 0) void pictures.add(files);
          }}
        />
        <label htmlFor={id} className={styles.invitation}>
          <Icon name="upload" size={28} className={styles.icon} />
          <span>
            <span className={styles.choose}>{t('choose')}</span> {t('drop')}
          </span>
        </label>
        <p id={`${id}-hint`} className={styles.hint}>
          {t('hint')} <span className={styles.withKeyboard}>{t('hintPaste')}</span>
        </p>
      </div>
      <div className={styles.below}>
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
          {unkept > 0 && <p className={styles.problem}>{t('unkept', { count: unkept })}</p>}
          <p className={styles.count}>
            <strong>{countOf(items.length)}</strong>
            {waiting > 0 && <span>{t('waitingCount', { count: waiting })}</span>}
            {items.length > 1 && <OrderHint />}
          </p>
          <PictureGrid pictures={pictures} onEmpty={() => input.current?.focus()} />
        </>
      )}
      <p className="visually-hidden" role="status">
        {news && <span key={news.number}>{newsText(news)}</span>}
      </p>
    </div>
  );
}

const keyOf = (problem: Problem): string =>
  problem.kind === 'refused' ? `refused ${problem.fault}` : problem.kind;

/** A mouse and a finger drag in different ways. */
function OrderHint() {
  const { t } = useTranslation('pictures');
  return (
    <span className={styles.orderHint}>
      <span className={styles.withMouse}>{t('orderByMouse')}</span>
      <span className={styles.withFinger}>{t('orderByFinger')}</span>
    </span>
  );
}
