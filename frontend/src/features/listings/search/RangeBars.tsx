import { type CSSProperties, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import styles from './RangeFacets.module.css';

type Range = { min: number | null; max: number | null };

type RangeBarsProps = {
  label: string;
  unit: string;
  kind: 'price' | 'area';
  ranges: readonly (Range & { count: number })[];
  chosen: Range;
  /** Called with no bounds when the chosen range is let go of. */
  onChoose: (range: Range) => void;
};

const unbounded: Range = { min: null, max: null };
const isSame = (one: Range, other: Range) => one.min === other.min && one.max === other.max;

/** A histogram whose bars are buttons: one under the other on a phone, side by side where there is room. */
export function RangeBars({ label, unit, kind, ranges, chosen, onChoose }: RangeBarsProps) {
  const { t } = useTranslation('listings');
  const { count: written } = useFormats();
  const id = useId();
  const nameRange = useRangeNames();
  const most = Math.max(1, ...ranges.map(({ count }) => count));
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={styles.label}>
        {label} <span className={styles.unit}>({unit})</span>
      </h3>
      <div className={styles.bars}>
        {ranges.map(({ min, max, count }) => {
          const range = { min, max };
          const isChosen = isSame(range, chosen);
          const share: CSSProperties & Record<'--share', number> = { '--share': count / most };
          return (
            <button
              key={`${min}-${max}`}
              type="button"
              className={styles.range}
              style={share}
              aria-pressed={isChosen}
              aria-label={t('facets.name', { range: nameRange(range, kind), count })}
              data-empty={count === 0 || undefined}
              onClick={() => onChoose(isChosen ? unbounded : range)}
            >
              <span className={styles.bar} />
              <span className={styles.name}>{nameRange(range)}</span>
              <span className={styles.count}>{written(count)}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** A range in words, with its unit where it stands alone. */
function useRangeNames() {
  const { t } = useTranslation('listings');
  const { count } = useFormats();
  return (range: Range, kind?: 'price' | 'area'): string => {
    const min = count(range.min ?? 0);
    const max = count(range.max ?? 0);
    if (range.min === null) return t(kind ? `facets.${kind}UpTo` : 'facets.upTo', { max });
    if (range.max === null) return t(kind ? `facets.${kind}From` : 'facets.from', { min });
    return t(kind ? `facets.${kind}` : 'facets.between', { min, max });
  };
}
