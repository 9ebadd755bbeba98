import type { Plugin } from 'vite';

/**
 * Uses the production files of react-router, without its development warnings: its package.json
 * exports the development files only.
 */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^react-router(?:\/dom)?$/.test(source)) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      if (!resolved?.id.includes('/dist/development/'))
        throw new Error(`${source} has no development files: ${resolved?.id}`);
      return resolved.id.replace('/dist/development/', '/dist/production/');
    },
  };
}
