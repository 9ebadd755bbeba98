import Typography from '@mui/material/Typography';

type ListHeadingProps = {
  title: string;
  /** How many there are in all, in words; undefined while that is not known. */
  count: string | undefined;
};

export function ListHeading({ title, count }: ListHeadingProps) {
  return (
    <>
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      {/* The space is kept, so that nothing moves when the number arrives. */}
      <Typography
        component="h2"
        aria-live="polite"
        sx={{ minHeight: '1.5em', mt: 0.5, mb: { xs: 2, md: 3 }, color: 'text.secondary' }}
      >
        {count}
      </Typography>
    </>
  );
}
