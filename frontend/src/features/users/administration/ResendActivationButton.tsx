import { useTranslation } from 'react-i18next';
import { useResendUserActivationMutation } from '../../../api/endpoints';
import type { UserResponse } from '../../../api/generated';
import { BusyButton } from '../../../ui/button/BusyButton';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';

/** Sends a new activation link to a user without a password; the earlier one becomes invalid. */
export function ResendActivationButton({ user }: { user: UserResponse }) {
  const { t } = useTranslation('users');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [send, { isLoading }] = useResendUserActivationMutation();
  const name = displayName(user);

  const resend = async () => {
    const id = user.externalId;
    rowNotices.clear(id);
    const { error } = await send({ id });
    if (error) rowNotices.show({ id, title: t('resendRefused', { name }), reason: error });
    else {
      showToast(t('resent', { email: user.email }), 'success', {
        kind: 'user.resend',
        merged: (count) => t('resentCount', { count }),
      });
    }
  };

  return (
    <BusyButton
      size="small"
      variant="outlined"
      loading={isLoading}
      aria-label={t('resendNamed', { name })}
      onClick={() => void resend()}
    >
      {t('resend')}
    </BusyButton>
  );
}
