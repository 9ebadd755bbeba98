import { ChangeStatusDialog } from '../publishing/ChangeStatusDialog';
import { LazyCopyListingDialog } from '../publishing/LazyCopyListingDialog';
import { DeleteListingDialog } from './DeleteListingDialog';
import type { ListingDialog, ListingManager } from './listingManager';

type ListingDialogsProps = {
  /** The open one. */
  dialog: ListingDialog | undefined;
  reader: ListingManager;
  onClose: () => void;
  onChanged: (id: string) => void;
  onDeleted: (id: string) => void;
};

/** The dialogs of the actions on a listing. */
export function ListingDialogs({ dialog, reader, onClose, onChanged, onDeleted }: ListingDialogsProps) {
  if (!dialog) return null;
  const { kind, listing } = dialog;
  if (kind === 'status') {
    return <ChangeStatusDialog listing={listing} reader={reader} onClose={onClose} onChanged={onChanged} />;
  }
  if (kind === 'copy') return <LazyCopyListingDialog listing={listing} onClose={onClose} />;
  return <DeleteListingDialog listing={listing} onClose={onClose} onDeleted={onDeleted} />;
}
