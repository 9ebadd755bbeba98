import { useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../../api/isUuid';

/** Set by links from a landlord's listings. */
const parameter = 'listing';

/** The listing to whose applications the address limits the list. Anything but an id is ignored. */
export function useListingFilter() {
  const [query, setQuery] = useSearchParams();
  const value = query.get(parameter) ?? '';
  const listing = isUuid(value) ? value : undefined;
  return {
    listing,
    /** For the request. */
    filter: listing === undefined ? {} : { listing },
    /** For the address. */
    scopeQuery: listing === undefined ? '' : new URLSearchParams({ [parameter]: listing }).toString(),
    clear: () => {
      const rest = new URLSearchParams(query);
      rest.delete(parameter);
      rest.delete('page');
      setQuery(rest);
    },
  };
}
