import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Decision } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { DecisionBadge } from '../../../ui/badge/DecisionBadge';
import { Notice } from '../../../ui/notice/Notice';

type CannotApplyProps = { reason: 'already'; decision: Decision } | { reason: 'closed' };

/** Says why there is no form, and links to the next step. */
export function CannotApply(props: CannotApplyProps) {
  const { t } = useTranslation('applications');
  if (props.reason === 'already') {
    return (
      <Notice
        page
        title={t('apply.alreadyTitle')}
        text={
          <>
            {t('apply.alreadyText')} <DecisionBadge decision={props.decision} />
          </>
        }
        actions={
          <Button variant="contained" component={Link} to={paths.myApplications.href()}>
            {t('success.toMyApplications')}
          </Button>
        }
      />
    );
  }
  return (
    <Notice
      page
      title={t('apply.closedTitle')}
      text={t('apply.closedText')}
      actions={
        <Button variant="contained" component={Link} to={paths.home.href()}>
          {t('apply.toSearch')}
        </Button>
      }
    />
  );
}
