import Typography from '@mui/material/Typography';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse, FieldRule, ReviewApplicationRequest } from '../../../../api/generated';
import { useErrorText } from '../../../../i18n/useErrorText';
import { FormDialog } from '../../../../ui/dialog/FormDialog';
import { maxLengths } from '../../../../ui/form/limits';
import { countCharacters, TextArea } from '../../../../ui/form/TextArea';
import { useFormFields } from '../../../../ui/form/useFormFields';
import styles from './RejectDialog.module.css';
import { type ChosenReason, RejectionReasonField } from './RejectionReasonField';

/** What a rejection says to the student. */
export type Grounds = ReviewApplicationRequest;

type RejectDialogProps = {
  application: ApplicationResponse;
  /** The role that decides. */
  by: 'administrator' | 'landlord';
  /** The applicant's name. */
  name: string;
  /** What was entered before a failure. */
  grounds: Grounds | undefined;
  onConfirm: (grounds: Grounds) => void;
  onClose: () => void;
};

/**
 * Asks before a rejection, which is final, and offers to say why. The first reason has the focus:
 * Enter rejects without one, the arrow keys choose one.
 */
export function RejectDialog({ application, by, name, grounds, onConfirm, onClose }: RejectDialogProps) {
  const { t } = useTranslation('applications');
  const { ruleText } = useErrorText();
  const { form, textField, choice, busy } = useFormFields({
    defaultValues: entered(grounds),
    validate: ({ note }) => ({
      note: countCharacters(note) > maxLengths.rejectionNote ? ('validation.too-long' as const) : undefined,
    }),
    errorText: (rule: FieldRule) =>
      rule === 'validation.too-long'
        ? t('apply.tooLong', { limit: maxLengths.rejectionNote })
        : ruleText(rule),
    send: ({ reason, note }) => {
      onConfirm({ ...(reason === '' ? {} : { reason }), ...(note === '' ? {} : { note }) });
      return Promise.resolve();
    },
  });
  const { onChange, value, name: fieldName } = choice('reason');

  return (
    <FormDialog
      title={t('review.rejectTitle')}
      submitLabel={t('review.reject')}
      destructive
      busy={busy}
      form={{ ...form, onKeyDown: submitByEnter }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <p>
          {t(`review.${by}RejectText`, { name, title: application.listing.title })} {t('review.final')}
        </p>
        <RejectionReasonField name={fieldName} value={value} onChange={onChange} />
        <div>
          <TextArea
            {...textField('note')}
            label={t('reject.note')}
            short
            rows={3}
            limit={maxLengths.rejectionNote}
          />
          <Typography variant="body2" color="textSecondary">
            {t('reject.hint')}
          </Typography>
        </div>
      </div>
    </FormDialog>
  );
}

const entered = (grounds: Grounds | undefined): { reason: ChosenReason; note: string } => ({
  reason: grounds?.reason ?? '',
  note: grounds?.note ?? '',
});

/** Enter on a reason rejects, unless it is still held down from opening the dialog. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.requestSubmit();
}
