import { BarChart } from '@mui/x-charts/BarChart';

export type Bar = {
  /** In full, beside the pointer. */
  name: string;
  /** On the axis, where there is room. */
  tick: string;
  value: number;
  color: string;
};

type BarPictureProps = {
  bars: readonly Bar[];
  /** What a bar's value is, in a word. */
  series: string;
  height: number;
  /** From left to right, for few bars with long names. */
  lying?: boolean;
};

/**
 * Only a picture: what it shows is said beside it, and stands in the table that
 * can take its place. So it is not read aloud, and the keyboard passes it by.
 */
export function BarPicture({ bars, series, height, lying = false }: BarPictureProps) {
  const places = bars.map((_bar, index) => index);
  const band = {
    scaleType: 'band' as const,
    data: places,
    colorMap: { type: 'ordinal' as const, values: places, colors: bars.map(({ color }) => color) },
    valueFormatter: (place: number, { location }: { location: string }) =>
      (location === 'tick' ? bars[place]?.tick : bars[place]?.name) ?? '',
    disableLine: true,
    disableTicks: true,
  };
  const amount = { min: 0, tickMinStep: 1, tickNumber: 4, disableLine: true, disableTicks: true };
  return (
    <BarChart
      height={height}
      layout={lying ? 'horizontal' : 'vertical'}
      series={[{ data: bars.map(({ value }) => value), label: series }]}
      xAxis={[lying ? { ...amount, height: 28 } : { ...band, height: 28, tickLabelInterval: everySixth }]}
      yAxis={[lying ? { ...band, width: 96 } : { ...amount, width: 36 }]}
      grid={lying ? { vertical: true } : { horizontal: true }}
      // The last day's name reaches over its bar.
      margin={{ top: 8, right: lying ? 12 : 24, bottom: 0, left: 0 }}
      borderRadius={4}
      hideLegend
      // Beside the pointer it would reach over the edge of a narrow screen.
      slotProps={{ tooltip: { position: 'top' } }}
      disableKeyboardNavigation
    />
  );
}

/** Counted from the end, so that the present week has its day. */
const everySixth = (_value: number, index: number): boolean => index % 6 === 1;
