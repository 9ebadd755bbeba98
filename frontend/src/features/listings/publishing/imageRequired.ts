import { useNavigate } from 'react-router-dom';
import { type Failure, serverError } from '../../../api/failure';
import { paths } from '../../../app/paths';

/** Whether a listing was not published because it has no image. */
export const isImageRequired = (failure: Failure): boolean =>
  serverError(failure)?.message === 'exception.listing.image-required';

/** Opens the wizard's images step with a notice. */
export function useOpenImagesStep(): (listingId: string) => void {
  const navigate = useNavigate();
  return (listingId) => {
    const to = { pathname: paths.manageListing.href(listingId), search: '?step=7' };
    void navigate(to, { state: { imageRequired: true } });
  };
}
