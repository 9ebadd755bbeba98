import { useTranslation } from 'react-i18next';
import type { ImageResponse } from '../../api/generated';

/** The texts of a listing's images: their descriptions, else the title of the listing. */
export function useImageAlt(images: readonly ImageResponse[], title: string): (index: number) => string {
  const { t } = useTranslation('listings');
  return (index) =>
    t('detail.photo', {
      position: index + 1,
      total: images.length,
      title: images[index]?.description || title,
    });
}
