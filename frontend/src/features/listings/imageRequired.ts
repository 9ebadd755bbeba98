import { useNavigate } from 'react-router-dom';
import { type Failure, serverError } from '../../api/failure';
import { paths } from '../../app/paths';

/** Whether a listing was not made available because it has no image. */
export const isImageRequired = (failure: Failure): boolean =>
  serverError(failure)?.message === 'exception.listing.image-required';

/** Leads to the step of the wizard where images are added, which says why. */
export function useLeadToImages(): (listingId: string) => void {
  const navigate = useNavigate();
  return (listingId) => {
    const to = { pathname: paths.manageListing.href(listingId), search: '?step=7' };
    void navigate(to, { state: { imageRequired: true } });
  };
}
