import { type RefObject, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { usePictures } from '../pictures/usePictures';
import { type Mistakes, mistakesOf } from './mistakes';
import { firstStep, furthestStep, lastStep, mistakesOfStep, readStep, savingStep, stepOf } from './steps';
import { useSave } from './useSave';
import { useWizardForm } from './useWizardForm';
import type { WizardProps } from './Wizard';

const noPictures = [] as const;

/** What a page that leads here has to say. */
type WizardState = {
  /** The user chose to go on with the draft. */
  continued?: boolean;
  /** The listing could not be made available without an image. */
  imageRequired?: boolean;
} | null;

/** Where the wizard stands, and how it goes on. The step is in the address, so that Back and reloading work. */
export function useWizard(
  { userId, draft, listingId, listing, onCreated }: WizardProps,
  element: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { continued, imageRequired } = useWizardState();
  const asked = readStep(search) ?? firstStep;
  // A new listing that was saved is known by its id from then on.
  const name = listingId ?? draft.name;
  const form = useWizardForm({ userId, name, own: draft.own, step: asked, continued }, listing);
  const pictures = usePictures({
    images: listing?.images ?? noPictures,
    listingId,
    userId,
    draft: name,
    bringsBack: draft.own,
  });
  const [tried, setTried] = useState(imageRequired);
  const mistakes = mistakesOf(form.getValues());
  const stored = listing !== undefined && listing.images.length > 0;
  const complete = stored && pictures.waiting === 0 && !form.isChanged();
  const furthest = complete ? lastStep : furthestStep(mistakes);
  const step = Math.min(asked, furthest);

  const go = (to: number, id = listingId) => {
    const pathname = id === undefined ? paths.addListing.href() : paths.manageListing.href(id);
    void navigate({ pathname, search: `?step=${to}` });
  };
  useTrueAddress(asked, step);

  const show = (found: Mistakes) => {
    form.showMistakes(found);
    focusFirst(element.current, Object.keys(found));
  };
  const saving = useSave({
    form,
    listingId,
    pictures,
    onCreated,
    onSaved: (id) => go(lastStep, id),
    onMistakes: (found) => {
      form.showMistakes(found);
      go(Math.min(...Object.keys(found).map(stepOf)));
    },
  });

  const next = () => {
    const all = mistakesOf(form.getValues());
    const found = mistakesOfStep(all, step);
    show(found);
    if (Object.keys(found).length > 0) return;
    if (step < savingStep) go(step + 1);
    else if (furthestStep(all) < savingStep) go(furthestStep(all));
    else if (pictures.items.length === 0) {
      setTried(true);
      focusFirst(element.current, ['images']);
    } else void saving.save();
  };

  const missing = tried && pictures.items.length === 0;
  return {
    imageRequired: imageRequired && !stored,
    form,
    pictures,
    step,
    furthest,
    missing,
    saving,
    go,
    next,
  };
}

/** The state is kept with the address, also over a reload. */
function useWizardState(): { continued: boolean; imageRequired: boolean } {
  const { state } = useLocation() as { state: WizardState };
  return { continued: state?.continued === true, imageRequired: state?.imageRequired === true };
}

/** An address that asks for more than is possible is put right. */
function useTrueAddress(asked: number, step: number): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (asked !== step) void navigate({ pathname, search: `?step=${step}` }, { replace: true });
  }, [asked, step, pathname, navigate]);
}

function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])];
  controls.find((control) => names.includes(control.getAttribute('name') ?? ''))?.focus();
}
