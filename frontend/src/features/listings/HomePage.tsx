import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/brand';
import { Hero } from './Hero';
import { SearchForm } from './search/SearchForm';
import { SearchResults } from './search/SearchResults';
import { useSearchFilters } from './search/useSearchFilters';

type HomePageProps = {
  /** The location of the operator's picture for the hero. */
  heroPicture: string | null;
  /** Called when somebody is about to open a listing. */
  onListingIntent: () => void;
};

export function HomePage({ heroPicture, onListingIntent }: HomePageProps) {
  const { t } = useTranslation('listings');
  usePageTitle(t('home.title'));
  const { filters, changeFilters } = useSearchFilters();
  return (
    <>
      <Hero picture={heroPicture}>
        <SearchForm filters={filters} onSearch={changeFilters} />
      </Hero>
      <SearchResults onListingIntent={onListingIntent} />
    </>
  );
}
