import type { ReactNode } from 'react';
import { AmenitiesStep } from './AmenitiesStep';
import { DescriptionsStep } from './DescriptionsStep';
import { LocationStep } from './LocationStep';
import { PricingStep } from './PricingStep';
import { SizeStep } from './SizeStep';
import type { StepName } from './steps';
import { TypeStep } from './TypeStep';

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
