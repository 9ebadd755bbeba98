import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../../api/failure';
import { useCreateListingMutation, useUpdateListingMutation } from '../../../api/endpoints';
import type { ListingResponse } from '../../../api/generated';
import { useLazyGetListingQuery } from '../../../api/startEndpoints';
import { useErrorText } from '../../../i18n/useErrorText';
import { useShowToast } from '../../../ui/toasts';
import type { Pictures } from '../pictures/usePictures';
import type { Mistakes } from './mistakes';
import { serverMistakes } from './serverMistakes';
import type { WizardForm } from './useWizardForm';
import { toRequest } from './values';

type Save = {
  form: WizardForm;
  /** None for a listing that has never been saved. */
  listingId: string | undefined;
  pictures: Pictures;
  /** The details of a new listing are on the server; its pictures follow. */
  onCreated: (id: string) => void;
  onSaved: (id: string) => void;
  onMistakes: (mistakes: Mistakes) => void;
};

/** Details first, then the pictures. Whatever fails, the next try goes on from there. */
export function useSave({ form, listingId, pictures, onCreated, onSaved, onMistakes }: Save) {
  const { t } = useTranslation('wizard');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [busy, setBusy] = useState(false);
  const [newer, setNewer] = useState<ListingResponse>();
  const [create] = useCreateListingMutation();
  const [update] = useUpdateListingMutation();
  const [read] = useLazyGetListingQuery();

  const refuse = (failure: Failure) => {
    const mistakes = serverMistakes(serverError(failure));
    if (Object.keys(mistakes).length > 0) onMistakes(mistakes);
    else showToast(failureText(failure), 'error');
    return undefined;
  };

  const updateFrom = async (
    { externalId, lastModified }: ListingResponse,
    again = true,
  ): Promise<ListingResponse | undefined> => {
    const saveListingRequest = { ...toRequest(form.getValues()), lastModified };
    const { data: saved, error } = await update({ id: externalId, saveListingRequest });
    if (saved) return saved.payload;
    if (serverError(error)?.message !== 'exception.listing.stale') return refuse(error);
    const { data } = await read({ id: externalId });
    // Nothing but the pictures: their order is saved by itself, perhaps just now.
    if (data && again && form.isBase(data.payload)) return updateFrom(data.payload, false);
    if (data) setNewer(data.payload);
    else refuse(error);
    return undefined;
  };

  const storeNew = async () => {
    const saveListingRequest = { ...toRequest(form.getValues()), draftId: form.draftId };
    const { data, error } = await create({ saveListingRequest });
    if (!data) return refuse(error);
    // An answer that was lost made this listing earlier, and something was changed since then.
    const saved = form.isSame(data.payload) ? data.payload : await updateFrom(data.payload);
    if (saved) {
      form.adopt(saved);
      onCreated(saved.externalId);
    }
    return saved;
  };

  /** Pictures count as changes, too: what was typed is told from the details that it began from. */
  const storeAgain = async (id: string, replaced: ListingResponse | undefined) => {
    const { data, error } = await read({ id });
    if (!data) return refuse(error);
    const isMeant = data.payload.lastModified === replaced?.lastModified;
    if (!isMeant && !form.isBase(data.payload)) {
      setNewer(data.payload);
      return undefined;
    }
    const saved = await updateFrom(data.payload);
    if (saved) form.adopt(saved);
    return saved;
  };

  const run = async (replaced: ListingResponse | undefined) => {
    setNewer(undefined);
    const saved = await (listingId === undefined ? storeNew() : storeAgain(listingId, replaced));
    if (!saved) return;
    const id = saved.externalId;
    if (!(await pictures.upload(id))) {
      showToast(t('save.picturesFailed'), 'error');
      return;
    }
    // The overview shows what the server has.
    const { error } = await read({ id });
    if (error) refuse(error);
    else onSaved(id);
  };

  return {
    busy,
    /** The listing as somebody else has changed it meanwhile; nothing was saved. */
    newer,
    forgetNewer: () => setNewer(undefined),
    /** `replaced`: what somebody else saved, and is meant to be replaced. */
    save: async (replaced?: ListingResponse) => {
      setBusy(true);
      try {
        await run(replaced);
      } finally {
        setBusy(false);
      }
    },
  };
}
