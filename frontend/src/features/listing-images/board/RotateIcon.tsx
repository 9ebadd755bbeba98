import type { Direction } from '../imageItems';

export function RotateIcon({ direction }: { direction: Direction }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path
        d="M19.500 12.500a7.500 7.500 0 1 1-2.600-5.700M19.500 3.500v4.200h-4.200"
        transform={direction === 'left' ? 'matrix(-1 0 0 1 24 0)' : undefined}
      />
    </svg>
  );
}
