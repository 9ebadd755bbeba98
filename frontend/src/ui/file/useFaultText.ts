import { useTranslation } from 'react-i18next';
import type { FileFault } from './fileFault';

/** What the file is to be: a picture, or a document, which may be a PDF. */
type Target = 'image' | 'document';

/** Why a file cannot be sent and what can be done about it, in the reader's language. */
export function useFaultText(): (fault: FileFault, target: Target) => string {
  const { t } = useTranslation(['files', 'errors']);
  return (fault, target) => {
    switch (fault) {
      case 'too-large':
        return t(`errors:exception.${target}.too-large`);
      case 'damaged':
        return `${t(`errors:exception.${target}.damaged`)} ${t('damaged')}`;
      case 'heic':
        return t('heic');
      case 'animated-webp':
        return t('animated');
      case 'pdf':
        return t('pdf');
      case 'other':
        return target === 'image'
          ? t('errors:exception.image.file-type')
          : t('errors:exception.document.type');
      case 'avif':
      case 'bmp':
      case 'gif':
      case 'tiff':
        return t('format', { format: fault.toUpperCase() });
    }
  };
}
