import { type RefObject, useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { focusFirst } from '../../ui/form/focusFirst';
import { useListingImages } from '../listing-images/useListingImages';
import { validate, type ValidationErrors } from './validation/validate';
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
import { useWizardForm, type WizardForm } from './useWizardForm';
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
    draft: draft.name,
    restores: isOwner,
  });
  const [checksImages, setChecksImages] = useState(imageRequired);
  const hasUploadedImage = listing !== undefined && listing.images.length > 0;
  const findErrors = () => validate(form.getValues(), listing);
  const findFurthest = () => {
    const isSaved =
      hasUploadedImage && images.pendingCount + images.undescribedCount === 0 && !form.isChanged();
    return isSaved ? lastStep : furthestStep(findErrors());
  };
  const furthest = findFurthest();
  useStepCompletion(form, () => findFurthest() > furthest);
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

  const showStepErrors = (errors: ValidationErrors): boolean => {
    const shown = errorsOfStep(errors, step);
    form.showErrors(shown);
    focusFirst(element.current, Object.keys(shown));
    return Object.keys(shown).length > 0;
  };

  /** The step may have lost a required value since the last render. */
  const openStep = (to: number) => {
    const available = findFurthest();
    if (to <= step || to <= available) goToStep(to);
    else if (!showStepErrors(findErrors())) goToStep(available);
  };

  const next = () => {
    const errors = findErrors();
    if (showStepErrors(errors)) return;
    const available = furthestStep(errors);
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

/** Typing does not render the wizard, unless it completes a step: then the next ones are available. */
function useStepCompletion({ subscribe }: WizardForm, completesStep: () => boolean): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const handleChange = useEffectEvent(() => {
    if (completesStep()) render();
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: () => handleChange() }), [subscribe]);
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
