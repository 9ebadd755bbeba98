import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedListingResponse } from '../../../../api/generated';
import { paths } from '../../../../app/paths';
import { MoreIcon } from '../../../../ui/MoreIcon';
import { LazyPopupMenu } from '../../../../ui/panel/LazyPopupMenu';
import { canCopy } from '../canCopy';
import type { ListingDialog, ListingManager } from '../listingManager';

type ListingMenuProps = {
  listing: ManagedListingResponse;
  reader: ListingManager;
  onOpen: (dialog: ListingDialog) => void;
};

/** The actions of a card, in a menu. */
export function ListingMenu({ listing, reader, onOpen }: ListingMenuProps) {
  const { t } = useTranslation('myListings');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = (kind: ListingDialog['kind']) => () => onOpen({ kind, listing });
  return (
    <>
      <IconButton
        title={t('column.actions')}
        aria-label={t('actionsNamed', { title: listing.title })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon name="dots" />
      </IconButton>
      {anchor && (
        <LazyPopupMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          items={[
            { label: t('edit'), icon: 'pencil', to: paths.manageListing.href(listing.externalId) },
            { label: t('changeStatus'), icon: 'sliders', onSelect: open('status') },
            ...(canCopy(reader, listing)
              ? [{ label: t('copy'), icon: 'copy' as const, onSelect: open('copy') }]
              : []),
            { label: t('delete'), icon: 'trash', onSelect: open('delete') },
          ]}
        />
      )}
    </>
  );
}
