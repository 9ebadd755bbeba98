import { useTranslation } from 'react-i18next';
import type { Decision } from '../../api/generated';
import { decisionTones } from '../../ui/badge/DecisionBadge';
import { StatusLabel } from '../../ui/badge/StatusLabel';

export function DecisionLabel({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  return <StatusLabel tone={decisionTones[decision]}>{t(`decision.${decision}`)}</StatusLabel>;
}
