import { type UIEvent, useRef, useState } from 'react';
import { scrollBehavior } from '../../../ui/scrollBehavior';
import { nearestSlide } from '../nearestSlide';

/** The shown image of a strip: the one that a swipe has reached or a button has chosen. */
export function useCardStrip() {
  const strip = useRef<HTMLDivElement>(null);
  const [shownIndex, setShownIndex] = useState(0);
  // On the way to the chosen image the strip passes others, from which the next click must not count.
  const target = useRef<number>(undefined);
  const endChoice = () => {
    target.current = undefined;
  };
  const onScroll = ({ currentTarget }: UIEvent) => {
    const nearest = nearestSlide(currentTarget) ?? shownIndex;
    if (target.current !== undefined && nearest !== target.current) return;
    endChoice();
    setShownIndex(nearest);
  };
  const choose = (index: number) => {
    target.current = index;
    setShownIndex(index);
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: scrollBehavior() });
  };
  return {
    shownIndex,
    choose,
    stripProps: { ref: strip, onScroll, onTouchStart: endChoice, onWheel: endChoice },
  };
}
