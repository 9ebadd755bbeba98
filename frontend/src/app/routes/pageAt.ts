import { matchPath } from 'react-router-dom';
import { type PageName, pageNames, paths } from '../paths';

/** The page at a path of the app. */
export const pageAt = (pathname: string): PageName | undefined =>
  pageNames.find((name) => matchPath(paths[name].path, pathname));
