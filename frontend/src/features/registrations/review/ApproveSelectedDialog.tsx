import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import type {
  ApproveStudentRegistrationsApiArg,
  ApproveStudentRegistrationsApiResponse,
} from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';
import styles from './ApproveSelectedDialog.module.css';
import { applicantOf, type Registration } from './registrations';

type ApproveSelectedDialogProps = {
  /** At least one. */
  registrations: readonly Registration[];
  send: (
    args: ApproveStudentRegistrationsApiArg,
  ) => Promise<{ data?: ApproveStudentRegistrationsApiResponse; error?: Failure }>;
  onClose: () => void;
  /** Called with the approved ids; the other rows have notices. */
  onDone: (approved: readonly string[]) => void;
};

/** Asks before several registrations are approved. Each is decided separately. */
export function ApproveSelectedDialog({ registrations, send, onClose, onDone }: ApproveSelectedDialogProps) {
  const { t } = useTranslation(['registrations', 'errors']);
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const nameOf = (id: string) => {
    const registration = registrations.find(({ externalId }) => externalId === id);
    return registration ? displayName(applicantOf(registration)) : '';
  };

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    const ids = registrations.map(({ externalId }) => externalId);
    for (const id of ids) rowNotices.clear(id);
    const { data, error } = await send({ approveRegistrationsRequest: { ids } });
    setBusy(false);
    if (!data) {
      setFailure(error);
      return;
    }
    const { approved, failed } = data.payload;
    onDone(approved);
    for (const { id, message } of failed) {
      rowNotices.show({
        id,
        title: t('review.refused', { name: nameOf(id) }),
        reason: t(`errors:${message}`),
      });
    }
    const [first] = approved;
    if (first === undefined) return;
    showToast(t('review.approved', { name: nameOf(first) }), 'success', {
      kind: 'registration.approved',
      count: approved.length,
      merged: (count) => t('review.approvedCount', { count }),
    });
  };

  return (
    <ConfirmDialog
      title={t('selected.title', { count: registrations.length })}
      confirmLabel={t('review.approve')}
      busy={busy}
      failure={failure && failureText(failure)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('selected.text')}
      <ul className={styles.names}>
        {registrations.map(({ externalId }) => (
          <li key={externalId}>{nameOf(externalId)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
