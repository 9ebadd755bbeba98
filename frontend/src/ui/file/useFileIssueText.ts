import { useTranslation } from 'react-i18next';
import type { FileIssue } from './checkFile';

/** The expected file: an image, or a document, which may be a PDF. */
type Target = 'image' | 'document';

/** Why a file cannot be uploaded and what the user can do, in the reader's language. */
export function useFileIssueText(): (issue: FileIssue, target: Target) => string {
  const { t } = useTranslation(['files', 'errors']);
  return (issue, target) => {
    switch (issue) {
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
        return t('format', { format: issue.toUpperCase() });
    }
  };
}
