import useMediaQuery from '@mui/material/useMediaQuery';
import type { ManagedListingResponse } from '../../../../api/generated';
import { Surface } from '../../../../ui/panel/Surface';
import { RecordTable } from '../../../../ui/list/table/RecordTable';
import type { ListingDialog, ListingManager } from '../listingManager';
import { useManagedListingColumns } from './useManagedListingColumns';

type ManagedListingTableProps = {
  /** For screen readers. */
  caption: string;
  listings: readonly ManagedListingResponse[];
  reader: ListingManager;
  onOpen: (dialog: ListingDialog) => void;
};

/** The compact list: a row for each listing, stacked on a phone. */
export function ManagedListingTable({ caption, listings, reader, onOpen }: ManagedListingTableProps) {
  const { wide, narrow } = useManagedListingColumns(reader, onOpen);
  const isWide = useMediaQuery('(min-width: 1280px)', { noSsr: true });
  return (
    <Surface>
      <RecordTable caption={caption} columns={isWide ? wide : narrow} rows={listings} />
    </Surface>
  );
}
