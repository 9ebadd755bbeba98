import { Outline, outlines } from './Icon';

const allOutlines = {
  ...outlines,
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c2.500 2.500 3.800 5.500 3.800 9s-1.300 6.500-3.800 9c-2.500-2.500-3.800-5.500-3.800-9S9.500 5.500 12 3z',
  city: 'M3.500 20V11.500h6.500M10 20V4.500h8.500V20M2 20h20M6.500 15.500h.01M13 8.500h.01M15.700 8.500h.01M13 12.500h.01M15.700 12.500h.01M13 16.500h.01M15.700 16.500h.01',
  open: 'M14 4.500h5.500V10M19.500 4.500 11 13M17.500 14v5.500h-13v-13H10',
  upload: 'M12 15V4M7.500 8.500 12 4l4.500 4.500M4.500 19.500h15',
  download: 'M12 4v11M7.500 11l4.500 4.500 4.500-4.500M4.500 19.500h15',
  userPlus:
    'M10 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM2.500 20c1-4 4-5.500 7.500-5.500 1.400 0 2.700.2 3.800.8M18.500 14.500v6M15.500 17.500h6',
  trash: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 12.500h9l1-12.500M10.500 11v5M13.500 11v5',
  phone:
    'M5 4h4l1.500 4.500-2.300 1.700a12 12 0 0 0 5.600 5.600l1.700-2.300L20 15v4a1.500 1.500 0 0 1-1.600 1.500A15.500 15.500 0 0 1 3.500 5.600 1.500 1.500 0 0 1 5 4z',
  flag: 'M5.500 21V4M5.500 4.500h12.500l-2.500 4 2.500 4H5.500',
  dots: 'M12 5.500h.01M12 12h.01M12 18.500h.01',
  pencil: 'M4.500 19.500l1-4.500L16.500 4l3.500 3.500L9 18.500zM13.500 7l3.500 3.500',
  copy: 'M8.500 8.500h11v11h-11zM15.500 8.500v-4h-11v11h4',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff:
    'M4 4l16 16M9.800 5.800A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a16 16 0 0 1-3 3.700M6.300 7.300A15.500 15.500 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4.500-1.200M9.900 9.900a3 3 0 0 0 4.200 4.200',
} as const;

export type MoreIconName = keyof typeof allOutlines;

type MoreIconProps = { name: MoreIconName; size?: number; className?: string };

/** An icon of a lazy part. `Icon` has those of the first screen, which is smaller without these. */
export const MoreIcon = ({ name, ...look }: MoreIconProps) => <Outline path={allOutlines[name]} {...look} />;
