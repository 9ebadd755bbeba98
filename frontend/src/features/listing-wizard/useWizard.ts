import { type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { focusFirst } from '../../ui/form/focusFirst';
import { useListingImages } from '../listing-images/useListingImages';
import { validate } from './validation/validate';
import {
  errorsOfStep,
  firstStep,
  furthestStep,
  lastStep,
  parseStep,
  savingStep,
  stepOfField,
} from './steps/steps';
import { useSave } from './useSave';
import { useWizardForm } from './useWizardForm';
import type { WizardProps } from './Wizard';

const noImages = [] as const;

/** The state of a history entry that leads to the wizard. */
type WizardState = {
  /** The user chose to continue with the draft. */
  continued?: boolean;
  /** The listing could not be published without an image. */
  imageRequired?: boolean;
} | null;

/** The state of the wizard. The step is in the URL, so that Back and reload work. */
export function useWizard(
  { userId, draft, listingId, listing, onCreated }: WizardProps,
  element: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { continued, imageRequired } = useWizardState();
  const requestedStep = parseStep(search) ?? firstStep;
  // A new listing's draft is named by the id after the first save.
  const name = listingId ?? draft.name;
  const { isOwner } = draft;
  const form = useWizardForm({ userId, name, isOwner, step: requestedStep, continued }, listing);
  const images = useListingImages({
    images: listing?.images ?? noImages,
    listingId,
    userId,
    draft: name,
    restores: isOwner,
  });
  const [checksImages, setChecksImages] = useState(imageRequired);
  const hasUploadedImage = listing !== undefined && listing.images.length > 0;
  const findFurthest = () => {
    const isSaved = hasUploadedImage && images.pendingCount === 0 && !form.isChanged();
    return isSaved ? lastStep : furthestStep(validate(form.getValues()));
  };
  const furthest = findFurthest();
  const step = Math.min(requestedStep, furthest);

  const goToStep = (to: number, id = listingId) => {
    const pathname = id === undefined ? paths.addListing.href() : paths.manageListing.href(id);
    void navigate({ pathname, search: `?step=${to}` });
  };
  useStepCorrection(requestedStep, step);

  const saving = useSave({
    form,
    listingId,
    images,
    onCreated,
    onSaved: (id) => goToStep(lastStep, id),
    onErrors: (errors) => {
      form.showErrors(errors);
      goToStep(Math.min(...Object.keys(errors).map(stepOfField)));
    },
  });

  const showStepErrors = (): boolean => {
    const errors = errorsOfStep(validate(form.getValues()), step);
    form.showErrors(errors);
    focusFirst(element.current, Object.keys(errors));
    return Object.keys(errors).length > 0;
  };

  /** Typing does not render the wizard: `furthest` may be out of date. */
  const openStep = (to: number) => {
    const available = findFurthest();
    if (to <= step || to <= available) goToStep(to);
    else if (!showStepErrors()) goToStep(available);
  };

  const next = () => {
    if (showStepErrors()) return;
    const available = furthestStep(validate(form.getValues()));
    if (step < savingStep) goToStep(step + 1);
    else if (available < savingStep) goToStep(available);
    else if (images.items.length === 0) {
      setChecksImages(true);
      focusFirst(element.current, ['images']);
    } else void saving.save();
  };

  return {
    imageRequired: imageRequired && !hasUploadedImage,
    form,
    images,
    step,
    furthest,
    missing: checksImages && images.items.length === 0,
    saving,
    goToStep,
    openStep,
    next,
  };
}

/** History state, which survives a reload. */
function useWizardState(): { continued: boolean; imageRequired: boolean } {
  const { state } = useLocation() as { state: WizardState };
  return { continued: state?.continued === true, imageRequired: state?.imageRequired === true };
}

/** Corrects the URL when the requested step is not available. */
function useStepCorrection(requestedStep: number, step: number): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (requestedStep !== step) void navigate({ pathname, search: `?step=${step}` }, { replace: true });
  }, [requestedStep, step, pathname, navigate]);
}
