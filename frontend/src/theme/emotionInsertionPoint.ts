const name = 'emotion-insertion-point';

/**
 * Marks where Emotion inserts MUI's styles: after those of the first screen, and before those of
 * lazy pages, which override MUI's. Called before any lazy part is loaded.
 */
export function addEmotionInsertionPoint(): void {
  const mark = document.createElement('meta');
  mark.name = name;
  document.head.append(mark);
}

export const findEmotionInsertionPoint = (): HTMLElement | null =>
  document.querySelector(`meta[name="${name}"]`);
