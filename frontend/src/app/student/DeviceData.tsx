import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';
import { useVisitorOrStudent } from './useVisitorOrStudent';

const MoveDeviceData = lazyPart(
  () => import('./MoveDeviceData').then((module) => module.MoveDeviceData),
  optional,
);

/** What the device kept for a visitor, after the login of a student. */
export function DeviceData() {
  return useVisitorOrStudent() ? <MoveDeviceData /> : null;
}
