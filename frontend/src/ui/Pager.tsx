import Pagination from '@mui/material/Pagination';
import { useTranslation } from 'react-i18next';

type PagerProps = {
  /** From 0, as everywhere outside of this file. */
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
};

/** Draws nothing for a single page. */
export function Pager({ page, totalPages, onChange }: PagerProps) {
  const { t } = useTranslation();
  if (totalPages <= 1) return null;
  return (
    <Pagination
      aria-label={t('pagination.label')}
      count={totalPages}
      page={page + 1}
      onChange={(_event, next) => onChange(next - 1)}
      shape="rounded"
      size="large"
      sx={{
        display: 'flex',
        justifyContent: 'center',
        mt: 5,
        '& .MuiPaginationItem-root': { minWidth: 44, height: 44 },
      }}
      getItemAriaLabel={(type, number, selected) => {
        if (type === 'previous' || type === 'next') return t(`pagination.${type}`);
        return t(selected ? 'pagination.current' : 'pagination.page', { page: number });
      }}
    />
  );
}
