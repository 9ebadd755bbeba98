import { BarChart } from '@mui/x-charts/BarChart';

export type Bar = {
  /** The full name, in the tooltip. */
  name: string;
  /** The short name, on the axis. */
  tick: string;
  value: number;
  color: string;
};

type StatsBarChartProps = {
  bars: readonly Bar[];
  /** The name of the values. */
  series: string;
  height: number;
  /** Bars from left to right, for few bars with long names. */
  horizontal?: boolean;
};

/**
 * Hidden from screen readers and the keyboard: `ChartCard` has the same data as text and as a
 * table.
 */
export function StatsBarChart({ bars, series, height, horizontal = false }: StatsBarChartProps) {
  const indexes = bars.map((_bar, index) => index);
  const band = {
    scaleType: 'band' as const,
    data: indexes,
    colorMap: { type: 'ordinal' as const, values: indexes, colors: bars.map(({ color }) => color) },
    valueFormatter: (index: number, { location }: { location: string }) =>
      (location === 'tick' ? bars[index]?.tick : bars[index]?.name) ?? '',
    disableLine: true,
    disableTicks: true,
  };
  const amount = { min: 0, tickMinStep: 1, tickNumber: 4, disableLine: true, disableTicks: true };
  return (
    <BarChart
      height={height}
      layout={horizontal ? 'horizontal' : 'vertical'}
      series={[{ data: bars.map(({ value }) => value), label: series }]}
      xAxis={[
        horizontal ? { ...amount, height: 28 } : { ...band, height: 28, tickLabelInterval: everySixth },
      ]}
      yAxis={[horizontal ? { ...band, width: 96 } : { ...amount, width: 36 }]}
      grid={horizontal ? { vertical: true } : { horizontal: true }}
      // The last label is wider than its bar.
      margin={{ top: 8, right: horizontal ? 12 : 24, bottom: 0, left: 0 }}
      borderRadius={4}
      hideLegend
      // Next to the pointer it would leave a narrow screen.
      slotProps={{ tooltip: { position: 'top' } }}
      disableKeyboardNavigation
    />
  );
}

/** Counted from the end, so that the current week has a label. */
const everySixth = (_value: number, index: number): boolean => index % 6 === 1;
