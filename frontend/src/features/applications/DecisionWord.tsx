import { useTranslation } from 'react-i18next';
import type { Decision } from '../../api/generated';
import { decisionTones } from '../../ui/DecisionBadge';
import { StatusWord } from '../../ui/StatusWord';

export function DecisionWord({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  return <StatusWord tone={decisionTones[decision]}>{t(`decision.${decision}`)}</StatusWord>;
}
