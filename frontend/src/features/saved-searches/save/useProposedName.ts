import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { maxLengths } from '../../../ui/form/limits';
import { countCharacters } from '../../../ui/form/TextArea';
import { placeName } from '../../../ui/user/addressLines';
import { activeFilters } from '../../search/relaxed/relaxFilters';
import { useFilterTexts } from '../../search/relaxed/useFilterTexts';
import type { SearchFilters } from '../../search/searchFilters';

/** Those that the sentence at the start of the name has. */
const inSentence: ReadonlySet<string> = new Set([
  'keyword',
  'place',
  'near',
  'unitTypes',
  'priceMin',
  'priceMax',
]);

/** A name from the filters, such as `Room in Leipzig up to €400, Wi-Fi`. */
export function useProposedName(filters: SearchFilters): string {
  const { t } = useTranslation('savedSearches');
  const { money } = useFormats();
  const filterText = useFilterTexts(filters);
  const { keyword, place, near, unitTypes, priceMin, priceMax } = filters;
  const sentence = [
    unitTypes.length > 0 ? filterText('unitTypes') : t('proposed.anyType'),
    keyword && t('proposed.keyword', { value: keyword }),
    place && t('proposed.place', { value: placeName(place) }),
    near && t('proposed.near', { city: near.city, km: near.radiusKm }),
    priceMin !== null && t('proposed.priceMin', { value: money(priceMin) }),
    priceMax !== null && t('proposed.priceMax', { value: money(priceMax) }),
  ];
  const rest = activeFilters(filters).filter((name) => !inSentence.has(name));
  return rest.reduce(
    (name, filter) => {
      const longer = `${name}, ${filterText(filter)}`;
      return countCharacters(longer) <= maxLengths.savedSearchName ? longer : name;
    },
    cut(sentence.filter(Boolean).join(' ')),
  );
}

const cut = (text: string): string => Array.from(text).slice(0, maxLengths.savedSearchName).join('').trim();
