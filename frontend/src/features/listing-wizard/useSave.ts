import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, serverError } from '../../api/failure';
import { useCreateListingMutation, useUpdateListingMutation } from '../../api/endpoints';
import type { ListingResponse } from '../../api/generated';
import { useLazyGetListingQuery } from '../../api/initialEndpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { useShowToast } from '../../ui/toast/toasts';
import type { ListingImages } from '../listing-images/useListingImages';
import { useIsMounted } from '../../ui/useIsMounted';
import { parseServerErrors } from './validation/parseServerErrors';
import type { ValidationErrors } from './validation/validate';
import type { WizardForm } from './useWizardForm';
import { toRequest } from './values';

type UseSaveParams = {
  form: WizardForm;
  /** Undefined before the first save. */
  listingId: string | undefined;
  images: ListingImages;
  /** Called when a new listing is on the server, before its images are uploaded. */
  onCreated: (id: string) => Promise<void>;
  /** Not called after the user has left the wizard, neither is `onErrors`. */
  onSaved: (id: string) => void;
  onErrors: (errors: ValidationErrors) => void;
};

/**
 * Saves the details, then the images. After a failure, the next save continues at the same point.
 */
export function useSave({ form, listingId, images, onCreated, onSaved, onErrors }: UseSaveParams) {
  const { t } = useTranslation('wizard');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<ListingResponse>();
  const [createListing] = useCreateListingMutation();
  const [updateListing] = useUpdateListingMutation();
  const [getListing] = useLazyGetListingQuery();

  const handleFailure = (failure: Failure) => {
    const errors = parseServerErrors(serverError(failure));
    if (isMounted() && Object.keys(errors).length > 0) onErrors(errors);
    else showToast(failureText(failure), 'error');
    return undefined;
  };

  const update = async (
    { externalId, lastModified }: ListingResponse,
    mayRetry = true,
  ): Promise<ListingResponse | undefined> => {
    const saveListingRequest = { ...toRequest(form.getValues()), lastModified };
    const { data: saved, error } = await updateListing({ id: externalId, saveListingRequest });
    if (saved) return saved.payload;
    if (serverError(error)?.message !== 'exception.listing.stale') return handleFailure(error);
    const { data } = await getListing({ id: externalId });
    // Only the images changed: their order is saved separately, perhaps at the same time.
    if (data && mayRetry && form.isBase(data.payload)) return update(data.payload, false);
    if (data) setConflict(data.payload);
    else handleFailure(error);
    return undefined;
  };

  const saveNew = async () => {
    const saveListingRequest = { ...toRequest(form.getValues()), draftId: form.draftId };
    const { data, error } = await createListing({ saveListingRequest });
    if (!data) return handleFailure(error);
    // An earlier request whose response was lost created the listing with other values.
    const saved = form.isSame(data.payload) ? data.payload : await update(data.payload);
    if (saved) {
      form.resetTo(saved);
      await onCreated(saved.externalId);
      // Not in an effect: the user may have left the wizard.
      void images.renameDraft(saved.externalId);
    }
    return saved;
  };

  /**
   * `lastModified` also changes with the images, so the details are compared with those the form is
   * based on.
   */
  const saveExisting = async (id: string, overwritten: ListingResponse | undefined) => {
    const { data, error } = await getListing({ id });
    if (!data) return handleFailure(error);
    const mayOverwrite = data.payload.lastModified === overwritten?.lastModified;
    if (!mayOverwrite && !form.isBase(data.payload)) {
      setConflict(data.payload);
      return undefined;
    }
    const saved = await update(data.payload);
    if (saved) form.resetTo(saved);
    return saved;
  };

  const saveAll = async (overwritten: ListingResponse | undefined) => {
    setConflict(undefined);
    const saved = await (listingId === undefined ? saveNew() : saveExisting(listingId, overwritten));
    if (!saved) return;
    const id = saved.externalId;
    const result = await images.upload(id);
    if (result !== 'saved') {
      showToast(t(`save.${result}`), 'error');
      return;
    }
    // The overview shows the server's version.
    const { error } = await getListing({ id });
    if (error) handleFailure(error);
    else if (isMounted()) onSaved(id);
  };

  return {
    busy,
    /** The version that another user saved in the meantime; nothing was saved then. */
    conflict,
    clearConflict: () => setConflict(undefined),
    /** `overwritten`: the other user's version, if this save may overwrite it. */
    save: async (overwritten?: ListingResponse) => {
      setBusy(true);
      try {
        await saveAll(overwritten);
      } finally {
        setBusy(false);
      }
    },
  };
}
