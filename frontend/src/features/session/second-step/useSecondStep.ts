import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthenticateSecondFactorMutation } from '../../../api/endpoints';
import { type Failure, serverError } from '../../../api/failure';
import type { AuthenticateSecondFactorRequest, LoginResponse } from '../../../api/generated';
import { signWithPasskey } from '../../../api/identity/passkeys';
import { useErrorText } from '../../../i18n/useErrorText';
import { toCode } from '../../../ui/form/code/checkCode';
import { useStartSession } from '../useStartSession';

/** The tries of a challenge, and its validity in milliseconds, as the API describes them. */
const maxTries = 5;
const validity = 5 * 60_000;

type Factor = Omit<AuthenticateSecondFactorRequest, 'challenge'>;

/** Finishes a login, and has the text of its last failure. */
export function useSecondStep(login: LoginResponse, onExpired: () => void) {
  const { t } = useTranslation('session');
  const { failureText } = useErrorText();
  const [authenticate] = useAuthenticateSecondFactorMutation();
  const startSession = useStartSession();
  const [begun] = useState(() => Date.now());
  const [tries, setTries] = useState(0);
  const [isMaybeUsed, setIsMaybeUsed] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [passkeyFailed, setPasskeyFailed] = useState(false);
  const [isSigning, setIsSigning] = useState(false);

  useEffect(() => {
    const timer = setTimeout(onExpired, validity);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- The time runs from the first step.
  }, [login]);

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
      // The login may have succeeded without a response, which uses the challenge up.
      if (!serverError(refused)) setIsMaybeUsed(true);
      if (serverError(refused)?.message !== 'exception.auth.invalid-code') return;
      setTries(tries + 1);
      // The API responds to a challenge that is expired or used as to a wrong code. Timers stop while
      // a device sleeps.
      if (tries + 1 >= maxTries || isMaybeUsed || Date.now() - begun >= validity) onExpired();
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
