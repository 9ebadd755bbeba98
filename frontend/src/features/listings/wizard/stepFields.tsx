import type { ReactNode } from 'react';
import { AmenitiesStep } from './AmenitiesStep';
import { DescriptionsStep } from './DescriptionsStep';
import { LocationStep } from './LocationStep';
import { PricingStep } from './PricingStep';
import { SizeStep } from './SizeStep';
import type { StepName } from './steps';
import { TypeStep } from './TypeStep';

/** What is asked on each step. Pictures and the overview are more than fields. */
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
