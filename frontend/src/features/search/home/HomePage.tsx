import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../ui/brand/brand';
import { Hero } from './Hero';
import { SearchForm } from '../form/SearchForm';
import { SearchResults, type SearchResultsProps } from '../results/SearchResults';
import { useSearchFilters } from '../useSearchFilters';

type HomePageProps = SearchResultsProps & {
  /** The location of the operator's image for the hero. */
  heroImage: string | null;
};

export function HomePage({ heroImage, ...results }: HomePageProps) {
  const { t } = useTranslation('listings');
  usePageTitle(t('home.title'));
  const { filters, changeFilters } = useSearchFilters();
  return (
    <>
      <Hero image={heroImage}>
        <SearchForm filters={filters} onSearch={changeFilters} />
      </Hero>
      <SearchResults {...results} />
    </>
  );
}
