type House = {
  x: number;
  width: number;
  height: number;
  columns: number;
  rows: number;
  tone: number;
  roof: 'flat' | 'gable' | 'step';
};

const houses: readonly House[] = [
  { x: 0, width: 112, height: 214, columns: 3, rows: 5, tone: 0.09, roof: 'gable' },
  { x: 112, width: 92, height: 168, columns: 2, rows: 4, tone: 0.14, roof: 'flat' },
  { x: 204, width: 134, height: 286, columns: 4, rows: 7, tone: 0.1, roof: 'step' },
  { x: 338, width: 102, height: 206, columns: 3, rows: 5, tone: 0.16, roof: 'gable' },
  { x: 440, width: 120, height: 250, columns: 3, rows: 6, tone: 0.11, roof: 'flat' },
  { x: 560, width: 110, height: 188, columns: 3, rows: 4, tone: 0.15, roof: 'gable' },
];

const ground = 380;
const gap = 12;
const background =
  'M-60 380V236h70v-40h54v-30h40v60h60v-96l40-34 40 34v70h56v-40h70v-50h26v50h50v-86h70v70h60l34-40 36 40v46h60v220z';

/** The lit windows, as house-column-row. */
const litWindows = new Set(
  '2-2-0 0-1-1 0-0-3 1-0-1 2-2-1 2-0-4 2-3-2 3-1-1 3-0-2 4-0-2 4-2-0 4-1-4 5-1-0 5-2-2 2-1-3 4-2-2'.split(
    ' ',
  ),
);

const white = (opacity: number) => `rgba(255, 255, 255, ${opacity})`;

/** The street in the hero. */
export function Skyline({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 670 ${ground}`} preserveAspectRatio="xMaxYMax meet" aria-hidden>
      <path d={background} fill={white(0.045)} />
      {houses.map((house, index) => (
        <g key={house.x} fill={white(house.tone)}>
          <path d={roofOf(house)} />
          <rect x={house.x} y={ground - house.height} width={house.width} height={house.height} />
          <path d={windowsOf(house, index, false)} fill={white(0.13)} />
          <path d={windowsOf(house, index, true)} fill="var(--mui-palette-brand-lit)" />
        </g>
      ))}
    </svg>
  );
}

function roofOf({ x, width, height, roof }: House): string {
  const top = ground - height;
  switch (roof) {
    case 'gable':
      return `M${x} ${top + 1}L${x + width / 2} ${top - 44}L${x + width} ${top + 1}z`;
    case 'step':
      return `M${x + 24} ${top + 1}v-18h${width - 48}v18zM${x + 48} ${top - 17}v-16h${width - 96}v16z`;
    case 'flat':
      return `M${x + width - 34} ${top + 1}v-22h14v22z`;
  }
}

/** One path for all lit or all unlit windows, with corners rounded by 3. */
function windowsOf(house: House, index: number, isLit: boolean): string {
  const width = (house.width - 28 - gap * (house.columns - 1)) / house.columns;
  const height = Math.min(30, (house.height - 40 - gap * (house.rows - 1)) / house.rows);
  const across = (width - 6).toFixed(1);
  const down = (height - 6).toFixed(1);
  let path = '';
  for (let row = 0; row < house.rows; row++) {
    for (let column = 0; column < house.columns; column++) {
      if (litWindows.has(`${index}-${column}-${row}`) !== isLit) continue;
      const x = (house.x + 14 + column * (width + gap) + 3).toFixed(1);
      const y = (ground - house.height + 20 + row * (height + gap)).toFixed(1);
      path += `M${x} ${y}h${across}a3 3 0 0 1 3 3v${down}a3 3 0 0 1-3 3h-${across}a3 3 0 0 1-3-3v-${down}a3 3 0 0 1 3-3z`;
    }
  }
  return path;
}
