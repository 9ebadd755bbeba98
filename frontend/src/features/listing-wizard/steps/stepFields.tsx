import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';
import { DescriptionsStep } from './DescriptionsStep';
import { LocationStep } from './LocationStep';
import type { StepName } from './steps';
import { TypeStep } from './TypeStep';

/** A step whose code the first steps do not need. Once loaded, it is there when the step opens. */
function lazyStep(load: () => Promise<ComponentType>) {
  let step: ComponentType | undefined;
  const loadStep = async () => (step = await load());
  return lazyPart(loadStep, { ...block, loaded: () => step });
}

const SizeStep = lazyStep(() => import('./SizeStep').then((module) => module.SizeStep));
const AmenitiesStep = lazyStep(() => import('./AmenitiesStep').then((module) => module.AmenitiesStep));
const PricingStep = lazyStep(() => import('./PricingStep').then((module) => module.PricingStep));

/** Loads the code of lazy steps in advance: a field with an error gets the focus only if it is there. */
export function preloadSteps(): void {
  SizeStep.preload();
  AmenitiesStep.preload();
  PricingStep.preload();
}

/** The fields of each step. The steps for images and the overview are not form fields. */
export const stepFields: Record<StepName, ReactNode> = {
  type: <TypeStep />,
  location: <LocationStep />,
  size: <SizeStep />,
  amenities: <AmenitiesStep />,
  descriptions: <DescriptionsStep />,
  pricing: <PricingStep />,
  images: null,
  overview: null,
};
