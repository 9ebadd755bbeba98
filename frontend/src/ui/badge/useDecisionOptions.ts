import { useTranslation } from 'react-i18next';
import { decisionTones } from './DecisionBadge';
import { decisions } from './decisions';

/** The decisions as options of a filter. */
export function useDecisionOptions() {
  const { t } = useTranslation();
  return decisions.map((decision) => ({
    value: decision,
    label: t(`decision.${decision}`),
    tone: decisionTones[decision],
  }));
}
