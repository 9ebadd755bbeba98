/** The outlines of the first screen; `MoreIcon` has all others. */
export const outlines = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20.5 20.5 16 16',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5 12 15.5 18 9.5',
  left: 'M14.5 6 8.5 12l6 6',
  right: 'M9.5 6l6 6-6 6',
  check: 'M5 12.500 10 17.500 19.500 7',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.500M12 19.500V22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M2 12h2.500M19.500 12H22M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  place:
    'M12 21s-6.500-5.500-6.500-11a6.500 6.500 0 0 1 13 0c0 5.500-6.500 11-6.500 11zM12 7.600a2.400 2.400 0 1 0 0 4.800 2.400 2.400 0 0 0 0-4.800z',
  size: 'M4.500 4.500h15v15h-15zM8.500 15.500l7-7M8.500 11.500v4h4M15.500 12.500v-4h-4',
  bed: 'M3.500 18.500v-12M3.500 15h17v3.500M20.500 15v-2.500a3 3 0 0 0-3-3H10V15M6.800 9.800a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400z',
  bath: 'M3 12h18v2a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5zM6.500 12V5.800a2.300 2.300 0 0 1 4.500-.6M7 19l-1 2M17 19l1 2M9.500 7.500 12.500 5',
  kitchen: 'M4 10.500h16l-1 8.500H5zM2.500 10.500h19M9 10.500V8M15 10.500V8M8 8h8M12 5v3',
  calendar: 'M4 6h16v14H4zM4 10.500h16M8.500 3.500V8M15.500 3.500V8',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20c1-4 4-5.500 7.500-5.500s6.500 1.500 7.500 5.500',
  heart:
    'M12 20s-8-4.700-8-10.600A4.400 4.400 0 0 1 12 6.800a4.400 4.400 0 0 1 8 2.600C20 15.300 12 20 12 20z',
  letter: 'M3.500 6h17v12.500h-17zM4 6.500l8 7 8-7',
  house: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  logOut: 'M14 4H5v16h9M10 12h11M17.500 8.500 21 12l-3.500 3.500',
  users:
    'M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 19.500c.7-3.500 3.200-5 6.500-5s5.800 1.500 6.500 5M16 5.300a3.500 3.500 0 0 1 0 6.400M18 14.900c1.900.7 3 2.200 3.500 4.600',
  userCheck:
    'M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2.500 20c1-4 4-5.500 7.500-5.500 1.400 0 2.700.2 3.800.8M15.500 18l2.200 2.200 4-4.400',
  chart: 'M4.500 20V11M10 20V4.500M15.500 20v-7M20.500 20H3.500',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500h4',
  sliders: 'M4 7.500h9M17 7.500h3M4 16.500h3M11 16.500h9M15 5.500v4M9 14.500v4',
  alert: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V13M12 16.500h.01',
  info: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11v5.500M12 7.500h.01',
} as const;

export type IconName = keyof typeof outlines;

type IconProps = { name: IconName; size?: number; className?: string };

export const Icon = ({ name, ...look }: IconProps) => <Outline path={outlines[name]} {...look} />;

type OutlineProps = { path: string; size?: number; className?: string };

/** An outline of 24 pixels; the stroke has the colour of the text. */
export function Outline({ path, size = 20, className }: OutlineProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={path} />
    </svg>
  );
}
