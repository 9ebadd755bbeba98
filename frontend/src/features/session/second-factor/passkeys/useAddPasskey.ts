import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddPasskeyMutation, usePreparePasskeyMutation } from '../../../../api/endpoints';
import type { NewPasskeyCredential, PasskeyCreationOptions } from '../../../../api/generated';
import { createPasskey } from '../../../../api/identity/passkeys';
import { useErrorText } from '../../../../i18n/useErrorText';

type CreationFailure = 'addPasskey.cancelled' | 'addPasskey.known' | 'addPasskey.failed';

/** Names of `DOMException`s. */
const creationFailures = new Map<string, CreationFailure>([
  ['NotAllowedError', 'addPasskey.cancelled'],
  ['AbortError', 'addPasskey.cancelled'],
  ['InvalidStateError', 'addPasskey.known'],
]);

/** Adds a passkey, and has the text of the last failure. */
export function useAddPasskey() {
  const { t } = useTranslation('secondFactor');
  const { failureText } = useErrorText();
  const [prepare, preparation] = usePreparePasskeyMutation();
  const [send, { error, reset }] = useAddPasskeyMutation();
  const [creationFailure, setCreationFailure] = useState<CreationFailure>();
  // Before the user submits, because some browsers create a passkey only right after a click.
  useEffect(() => void prepare(), [prepare]);

  const create = async (options: PasskeyCreationOptions): Promise<NewPasskeyCredential | undefined> => {
    try {
      return await createPasskey(options);
    } catch (reason) {
      const name = reason instanceof DOMException ? reason.name : '';
      setCreationFailure(creationFailures.get(name) ?? 'addPasskey.failed');
      return undefined;
    }
  };

  const refused = error ?? preparation.error;
  return {
    failure: creationFailure ? t(creationFailure) : refused && failureText(refused),
    isPreparing: preparation.isLoading,
    /** Resolves to whether the passkey is added. */
    addPasskey: async (name: string): Promise<boolean> => {
      setCreationFailure(undefined);
      reset();
      const options = preparation.data?.payload ?? (await prepare()).data?.payload;
      const credential = options && (await create(options));
      if (!credential) return false;
      const { error: failed } = await send({ addPasskeyRequest: { name, credential } });
      // A challenge is signed once: the next try needs a new one.
      if (failed) void prepare();
      return !failed;
    },
  };
}
