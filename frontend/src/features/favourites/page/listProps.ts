import type { Ref } from 'react';

export type ListProps = {
  headingRef: Ref<HTMLHeadingElement>;
  /** After a card that had the focus was removed. */
  onRemoved: () => void;
};
