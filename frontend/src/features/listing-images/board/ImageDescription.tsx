import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/TextField';
import { maxLengths } from '../../../ui/form/limits';
import { countCharacters } from '../../../ui/form/TextArea';
import styles from './ImageTile.module.css';

type ImageDescriptionProps = {
  description: string;
  /** From 1. */
  position: number;
  onChange: (description: string) => void;
};

/**
 * Is saved by Enter and when the field is left. A text that is too long stays, and the server refuses
 * it.
 */
export function ImageDescription({ description, position, onChange }: ImageDescriptionProps) {
  const { t } = useTranslation('images');
  const [typed, setTyped] = useState<string>();
  const text = typed ?? description;
  const limit = maxLengths.imageDescription;
  const save = () => {
    setTyped(undefined);
    onChange(text.trim());
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // While composing, Enter only ends the composition.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // It would submit the form around the images, which unmounts the field.
    event.preventDefault();
    save();
  };
  return (
    <div className={styles.description}>
      <TextField
        label={t('description', { position })}
        value={text}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKeyDown}
        onBlur={save}
        {...(countCharacters(text) > limit && { error: t('descriptionTooLong', { count: limit }) })}
      />
    </div>
  );
}
