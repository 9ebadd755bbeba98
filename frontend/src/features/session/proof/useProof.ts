import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProveIdentityMutation } from '../../../api/endpoints';
import type { PasskeyRequestOptions } from '../../../api/generated';
import { signWithPasskey } from '../../../api/identity/passkeys';
import { useErrorText } from '../../../i18n/useErrorText';
import { toCode } from '../../../ui/form/code/checkCode';

/** Sends a proof of identity, and has the text of its last failure. */
export function useProof(onProved: () => void) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [prove, { error, reset }] = useProveIdentityMutation();
  const [isSigning, setIsSigning] = useState(false);
  const [passkeyFailed, setPasskeyFailed] = useState(false);

  const clearFailure = () => {
    reset();
    setPasskeyFailed(false);
  };

  return {
    failure: passkeyFailed ? t('passkey.failed') : error && failureText(error),
    clearFailure,
    isSigning,
    sendProof: async ({ password, code }: { password?: string; code?: string }) => {
      clearFailure();
      const { error: refused } = await prove({
        proveIdentityRequest: code === undefined ? { password: password ?? '' } : { code: toCode(code) },
      });
      if (!refused) onProved();
    },
    /** Resolves to whether the identity is proved. */
    signProof: async (options: PasskeyRequestOptions): Promise<boolean> => {
      clearFailure();
      setIsSigning(true);
      try {
        const assertion = await signWithPasskey(options);
        const { error: refused } = await prove({ proveIdentityRequest: { assertion } });
        if (!refused) onProved();
        return !refused;
      } catch {
        // Cancelled, timed out, or no passkey on this device.
        setPasskeyFailed(true);
        return false;
      } finally {
        setIsSigning(false);
      }
    },
  };
}
