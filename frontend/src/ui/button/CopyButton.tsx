import IconButton from '@mui/material/IconButton';
import { MoreIcon } from '../MoreIcon';
import { useCopy } from './useCopy';

type CopyButtonProps = {
  text: string;
  /** Names what is copied, as "Copy phone number". */
  label: string;
};

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const copy = useCopy();
  return (
    <IconButton size="small" title={label} aria-label={label} onClick={() => void copy(text)}>
      <MoreIcon name="copy" size={17} />
    </IconButton>
  );
}
