import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdditionalCostResponse } from '../../../api/generated';
import { Icon } from '../../../ui/Icon';
import styles from './AdditionalCosts.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

const AdditionalCostsPopup = lazyPart(
  () => import('./AdditionalCostsPopup').then((module) => module.AdditionalCostsPopup),
  overlay,
);

/** Draws nothing for a listing without additional costs. */
export function AdditionalCosts({ costs }: { costs: readonly AdditionalCostResponse[] }) {
  const { t } = useTranslation('listings');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (costs.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="info" size={17} />
        {t('card.additionalCosts')}
      </button>
      {anchor && <AdditionalCostsPopup anchor={anchor} costs={costs} onClose={() => setAnchor(null)} />}
    </>
  );
}
