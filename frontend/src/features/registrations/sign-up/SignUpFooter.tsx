import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import type { FieldOf } from '../../../ui/form/useFormFields';
import space from '../../../ui/layout/space.module.css';
import { type LegalLinks, TermsField } from './TermsField';

type SignUpFooterProps = {
  legal: LegalLinks;
  field: FieldOf<'termsAccepted'>;
  failure: Failure;
  busy: boolean;
};

/** The end of both forms: the terms, the server's error, the button. */
export function SignUpFooter({ legal, field, failure, busy }: SignUpFooterProps) {
  const { t } = useTranslation('signUp');
  const { failureText } = useErrorText();
  return (
    <>
      <TermsField legal={legal} field={field} />
      {failure && (
        <Alert severity="error" className={space.above16}>
          {failureText(failure)}
        </Alert>
      )}
      <BusyButton
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={busy}
        className={space.above16}
      >
        {t('submit')}
      </BusyButton>
    </>
  );
}
