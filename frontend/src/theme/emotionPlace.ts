const name = 'emotion-insertion-point';

/**
 * Marks where Emotion writes MUI's styles: after the styles of the first screen and before those of lazy pages, which
 * adjust MUI's. Called before any lazy part loads; Emotion itself comes with the first of them.
 */
export function markEmotionPlace(): void {
  const mark = document.createElement('meta');
  mark.name = name;
  document.head.append(mark);
}

export const emotionPlace = (): HTMLElement | null => document.querySelector(`meta[name="${name}"]`);
