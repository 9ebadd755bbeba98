/** Takes the focus from a disabled button, as Chromium does. happy-dom blurs enabled elements only. */
export function blurDisabled(button: HTMLButtonElement): void {
  button.disabled = false;
  button.blur();
  button.disabled = true;
}
