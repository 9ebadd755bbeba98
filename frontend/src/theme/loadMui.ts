/** MUI with the theme. Lazy pages load it beside their own code. */
export const loadMui = () => import('./Mui');
