import { type CSSProperties, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import styles from './RangeFacets.module.css';

type Range = { min: number | null; max: number | null };

type RangeHistogramProps = {
  label: string;
  unit: string;
  kind: 'price' | 'area';
  ranges: readonly (Range & { count: number })[];
  chosen: Range;
  /** Called without bounds when the chosen range is deselected. */
  onChoose: (range: Range) => void;
};

const unbounded: Range = { min: null, max: null };
const isSame = (one: Range, other: Range) => one.min === other.min && one.max === other.max;

/** A histogram with buttons as bars: rows on a phone, columns on a wide screen. */
export function RangeHistogram({ label, unit, kind, ranges, chosen, onChoose }: RangeHistogramProps) {
  const { t } = useTranslation('listings');
  const { count: formatCount } = useFormats();
  const id = useId();
  const rangeName = useRangeNames();
  const maxCount = Math.max(1, ...ranges.map(({ count }) => count));
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className={styles.label}>
        {label} <span className={styles.unit}>({unit})</span>
      </h3>
      <div className={styles.bars}>
        {ranges.map(({ min, max, count }) => {
          const range = { min, max };
          const isChosen = isSame(range, chosen);
          const share: CSSProperties & Record<'--share', number> = { '--share': count / maxCount };
          return (
            <button
              key={`${min}-${max}`}
              type="button"
              className={styles.range}
              style={share}
              aria-pressed={isChosen}
              aria-label={t('facets.name', { range: rangeName(range, kind), count })}
              data-empty={count === 0 || undefined}
              onClick={() => onChoose(isChosen ? unbounded : range)}
            >
              <span className={styles.bar} />
              <span>{rangeName(range)}</span>
              <span className={styles.count}>{formatCount(count)}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Formats a range; with its unit if `kind` is given. */
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
