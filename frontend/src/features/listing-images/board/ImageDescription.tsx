import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/TextField';
import { maxLengths } from '../../../ui/form/limits';
import { countCharacters } from '../../../ui/form/TextArea';
import { descriptionFailure, type ImageItem } from '../imageItems';
import styles from './ImageTile.module.css';
import { useImageTexts } from './useImageTexts';

type ImageDescriptionProps = {
  item: ImageItem;
  /** From 1. */
  position: number;
  onChange: (description: string) => void;
};

/**
 * Is saved by Enter and when the field is left. A text that is too long stays, and the server refuses
 * it.
 */
export function ImageDescription({ item, position, onChange }: ImageDescriptionProps) {
  const { t } = useTranslation('images');
  const [typed, setTyped] = useState<string>();
  const { reasonText } = useImageTexts();
  const text = typed ?? item.description;
  const limit = maxLengths.imageDescription;
  const tooLong = countCharacters(text) > limit ? t('descriptionTooLong', { count: limit }) : undefined;
  const failure = typed === undefined ? descriptionFailure(item) : undefined;
  const error = failure ? t('problem.describe', { reason: tooLong ?? reasonText(failure) }) : tooLong;
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
        error={error}
      />
    </div>
  );
}
