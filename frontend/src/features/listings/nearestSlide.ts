/** The slide that a strip of slides of its width has scrolled to, from 0. Undefined without a width. */
export const nearestSlide = ({ scrollLeft, clientWidth }: Element): number | undefined =>
  clientWidth > 0 ? Math.round(scrollLeft / clientWidth) : undefined;
