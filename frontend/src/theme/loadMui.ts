/** MUI with the theme. Lazy pages load it in parallel to their own code. */
export const loadMui = () => import('./Mui');
