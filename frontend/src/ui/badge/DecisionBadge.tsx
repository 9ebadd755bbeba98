import { useTranslation } from 'react-i18next';
import type { Decision } from '../../api/generated';
import type { Tone } from '../../theme/palette';
import { Badge } from './Badge';

export const decisionTones: Record<Decision, Tone> = {
  APPROVED: 'green',
  REJECTED: 'red',
  PENDING: 'yellow',
};

export function DecisionBadge({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  return <Badge tone={decisionTones[decision]}>{t(`decision.${decision}`)}</Badge>;
}
