const panes = [
  [8, 8],
  [17.5, 8],
  [8, 17.5],
  [17.5, 17.5],
] as const;
const litPane = 1;

/** The logo: a window of four panes, one of them lit. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="9" fill="var(--mui-palette-brand-hero)" />
      {panes.map(([x, y], index) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width="6.5"
          height="6.5"
          rx="1.6"
          fill={index === litPane ? 'var(--mui-palette-brand-lit)' : 'rgba(255, 255, 255, 0.42)'}
        />
      ))}
    </svg>
  );
}
