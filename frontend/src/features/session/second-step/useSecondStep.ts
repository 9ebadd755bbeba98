import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthenticateSecondFactorMutation } from '../../../api/endpoints';
import { type Failure, serverError } from '../../../api/failure';
import type { AuthenticateSecondFactorRequest, LoginResponse } from '../../../api/generated';
import { signWithPasskey } from '../../../api/identity/passkeys';
import { useErrorText } from '../../../i18n/useErrorText';
import { toCode } from '../../../ui/form/code/checkCode';
import { useStartSession } from '../useStartSession';

/** The tries of a challenge, as the API describes it. */
const maxTries = 5;

type Factor = Omit<AuthenticateSecondFactorRequest, 'challenge'>;

/** Finishes a login, and has the text of its last failure. */
export function useSecondStep(login: LoginResponse, onExpired: () => void) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [authenticate] = useAuthenticateSecondFactorMutation();
  const startSession = useStartSession();
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [passkeyFailed, setPasskeyFailed] = useState(false);
  const [isSigning, setIsSigning] = useState(false);

  const clearFailure = () => {
    setFailure(undefined);
    setPasskeyFailed(false);
  };

  const send = async (factor: Factor) => {
    clearFailure();
    try {
      const { payload } = await authenticate({
        authenticateSecondFactorRequest: { ...factor, challenge: login.challenge ?? '' },
      }).unwrap();
      await startSession(payload.token);
    } catch (reason) {
      const refused = reason as Failure;
      setFailure(refused);
      if (serverError(refused)?.message !== 'exception.auth.invalid-code') return;
      setTries(tries + 1);
      // The API responds to an expired challenge as to a wrong code.
      if (tries + 1 >= maxTries) onExpired();
    }
  };

  return {
    failure: passkeyFailed ? t('passkey.failed') : failure && failureText(failure),
    clearFailure,
    isSigning,
    finish: ({ code, recoveryCode }: { code?: string; recoveryCode?: string }) =>
      send(code === undefined ? { recoveryCode: recoveryCode ?? '' } : { code: toCode(code) }),
    sign: async () => {
      if (!login.passkey) return;
      clearFailure();
      setIsSigning(true);
      try {
        const assertion = await signWithPasskey(login.passkey);
        await send({ assertion });
      } catch {
        // Cancelled, timed out, or no passkey on this device.
        setPasskeyFailed(true);
      } finally {
        setIsSigning(false);
      }
    },
  };
}
