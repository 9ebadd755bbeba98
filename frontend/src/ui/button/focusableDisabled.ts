/** Props of a button that may disable itself: with `disabled` it would lose the focus to the page. */
export const focusableDisabled = (disabled: boolean, onClick: () => void) => ({
  'aria-disabled': disabled,
  onClick: () => {
    if (!disabled) onClick();
  },
});
