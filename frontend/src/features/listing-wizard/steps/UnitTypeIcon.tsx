import type { UnitType } from '../../../api/generated';

/** 24-pixel outlines, as in `ui/Icon`. */
const outlines: Record<UnitType, string> = {
  APARTMENT:
    'M6 20.500v-17h12v17M3.500 20.500h17M9.500 7.500h1M13.500 7.500h1M9.500 11.500h1M13.500 11.500h1M10.500 20.500v-5h3v5',
  ROOM: 'M6.500 20.500v-17h11v17M3.500 20.500h17M14 12.200v.6',
  HOUSE: 'M4 11l8-7 8 7M6 9.500V20h12V9.500M10 20v-6h4v6',
  OTHER: 'M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM16.500 13.500v6M13.500 16.500h6',
};

export function UnitTypeIcon({ type }: { type: UnitType }) {
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={outlines[type]} />
    </svg>
  );
}
